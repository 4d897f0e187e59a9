import type { OpenHost } from 'backend/start';

/** The embedded host, if this process has opened it. A module of its own for the same reason as `opened`. */
export const openedHost: { host?: Promise<OpenHost> } = {};
