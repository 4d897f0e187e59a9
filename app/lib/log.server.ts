import pino from 'pino';
import { config } from './config.server';

/**
 * The panel's log: what happened and where, never who a record is about. Callers pass ids of
 * entities and kinds of faults; names, texts, tokens and bodies stay out.
 */
export const log = pino({ level: config.LOG_LEVEL, base: undefined });
