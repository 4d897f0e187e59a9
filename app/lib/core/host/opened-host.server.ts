import type { OpenHost } from 'backend/start';

/**
 * The embedded host, if this process has opened it. It has a module of its own for the same reason as `opened` in
 * ../server/opened.server.ts: the development server must not evaluate this module again.
 */
export const openedHost: { host?: Promise<OpenHost> } = {};
