// What this pocket calls its own in a browser: several may stand in folders of one host, and share its storage.
export const FOLDER = new URL(self.registration.scope).pathname;
export const DATABASE = `kalooki ${FOLDER}`;
export const CHANNEL = `kalooki ${FOLDER}`;
export const CACHES = `kalooki ${FOLDER} `;
// Before folders had names of their own, all of a host shared these.
export const EARLIER_DATABASE = 'kalooki';
export const EARLIER_CACHES = 'kalooki-';
