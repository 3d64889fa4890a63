// Requests that give up after a while: a phone that lost its network without noticing would wait for minutes. Older
// browsers, without such a signal, wait.

const PATIENCE = 20_000;
export const request = (address, options = {}, time = PATIENCE) => fetch(address, { ...options, signal: AbortSignal.timeout?.(time) });
export const pageIn = async (answer) => new DOMParser().parseFromString(await answer.text(), 'text/html');
