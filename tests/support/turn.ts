import { setImmediate } from 'node:timers/promises';

/**
 * Lets the event loop turn, for `afterEach` of a property about an embedded host. SQLite answers without waiting, so
 * hundreds of runs would block the worker for minutes, and Vitest gives up on a report that waits for 60 s.
 */
export const turn = (): Promise<void> => setImmediate();
