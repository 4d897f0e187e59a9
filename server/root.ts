import path from 'node:path';

/** The folder of the panel's sources and its build. */
export const root = path.resolve(import.meta.dirname, '..');
