import { oncePerProcess } from './process.server';

/** Whether the process has been told to end: the server sets it, and /readyz says so. */
export const stopping = oncePerProcess('stopping', () => ({ now: false }));
