import { setImmediate } from 'node:timers/promises';
import { log } from '../server/log.server';
import { metrics } from '../server/metrics.server';
import { type Access, storeAccesses } from './store-accesses.server';

/**
 * The error codes of a store that cannot be written at the moment, whatever is written. SQLite: the disk or the folder,
 * another process that is writing, and memory. PostgreSQL: read-only transactions (25), conflicts with other
 * transactions (40), a full disk and other resources (53), locks (55), the operator (57), and errors of the system (58).
 */
const UNAVAILABLE =
  /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|NOMEM)|(25|40|53|55|57|58)\w{3}$)/;

/** The accesses that the store has not taken, and the reason. */
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

/** Returns true if the store cannot be written at the moment. A lost connection is a response (database-lost). */
function isUnavailable(error: unknown): boolean {
  return error instanceof Response || UNAVAILABLE.test(getCode(error));
}

/** Logs that an access is lost. Leaves out the message of the error, because it may contain a value. */
function drop({ request, kind, list }: Access, error: unknown): void {
  metrics.accessFailures.inc();
  log.error({ error: getCode(error), request, kind, list }, 'an access was refused and dropped');
}

/** Returns the code of an error, or else its name. */
function getCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error ? String(error.code) : error.name;
}
