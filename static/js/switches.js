// Settings that only scripts read, in this phone's own storage; on until somebody turns them off.

export const isOn = (name) => { try { return localStorage.getItem(name) !== 'off'; } catch { return true; } };
export const turn = (name, on) => { try { localStorage.setItem(name, on ? 'on' : 'off'); } catch { /* stays as it is */ } };
