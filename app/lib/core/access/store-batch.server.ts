import { setImmediate } from 'node:timers/promises';
import { log } from '../server/log.server';
import { metrics } from '../server/metrics.server';
import { type Access, storeAccesses } from './store-accesses.server';

/**
 * The error codes of a store that cannot be written at the moment, whatever is written. Those of SQLite are about the
 * disk or the folder, another process that is writing, and memory. The classes of PostgreSQL are read-only transactions
 * (25), conflicts with other transactions (40), a full disk and other resources (53), locks (55), operator intervention
 * (57), and system errors (58).
 */
const UNAVAILABLE =
  /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|NOMEM)|(25|40|53|55|57|58)\w{3}$)/;

/** The accesses that could not be stored, and the error. */
export interface Unstored {
  rest: readonly Access[];
  error: unknown;
}

/**
 * Stores accesses in one transaction. If the store refuses them, stores them one by one, and drops those that are
 * refused again. Returns those that were not stored because the store cannot be written at the moment.
 */
export async function storeBatch(accesses: readonly Access[]): Promise<Unstored | undefined> {
  try {
    await storeAccesses(accesses);
    return undefined;
  } catch (error) {
    if (isUnavailable(error)) return { rest: accesses, error };
  }
  for (const [at, access] of accesses.entries()) {
    try {
      await storeAccesses([access]);
    } catch (error) {
      if (isUnavailable(error)) return { rest: accesses.slice(at), error };
      drop(access, error);
    }
    await setImmediate();
  }
  return undefined;
}

/**
 * Returns true if the store cannot be written at the moment. After a lost connection, the error is the response of
 * `answerDatabaseLost`.
 */
function isUnavailable(error: unknown): boolean {
  return error instanceof Response || UNAVAILABLE.test(getCode(error));
}

/** Logs that an access is lost. Leaves out the error's message, because it may contain values of records. */
function drop({ request, kind, list }: Access, error: unknown): void {
  metrics.accessFailures.inc();
  log.error({ error: getCode(error), request, kind, list }, 'an access was refused and dropped');
}

/** Returns the code of an error, or else its name. */
function getCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error ? String(error.code) : error.name;
}
