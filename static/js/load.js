// Loads a script when it is needed. Browsers ask only once for one that failed, except under another address.
export const load = (name) => import(`./${name}`).catch(() => import(`./${name}?${Date.now()}`));
