// Settings that only scripts obey; on by default. The page names those that are off, since no script of the pocket sees cookies.

const off = () => (document.body.dataset.off ?? '').split(' ');
export const isOn = (name) => !off().includes(name);
export const turn = (name, on) => { document.body.dataset.off = [...off().filter((one) => one !== name), ...(on ? [] : [name])].join(' '); };
