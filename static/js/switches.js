// Settings in localStorage that only scripts read; on by default.

export const isOn = (name) => { try { return localStorage.getItem(name) !== 'off'; } catch { return true; } };
export const turn = (name, on) => { try { localStorage.setItem(name, on ? 'on' : 'off'); } catch { /* stays as it is */ } };
