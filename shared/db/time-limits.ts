import { AsyncLocalStorage } from 'node:async_hooks';

/** The time limit of a statement that a request waits for, after which the server cancels the statement. */
export const STATEMENT_MILLISECONDS = 12_000;
/**
 * The time limit for an answer of the server. It is longer than the time limit of a statement, so that the server can
 * report a cancelled statement in time.
 */
export const SILENCE_MILLISECONDS = 15_000;
/** The time limit for connecting to the server. */
export const CONNECT_MILLISECONDS = 5_000;
/** The time limit of an idle transaction, so that a process that hangs does not block others for longer. */
export const IDLE_IN_TRANSACTION_MILLISECONDS = 30_000;

/** Thrown when the database has not answered in time, because it hangs or cannot be reached. */
export class DatabaseSilentError extends Error {
  override name = 'DatabaseSilentError';
  readonly code = 'ETIMEDOUT';
}

const longWork = new AsyncLocalStorage<boolean>();

/**
 * Runs work whose statements have no time limit on PostgreSQL: migrations, index building, imports, exports, copies.
 * This applies only to statements that the work itself starts. They still fail when the server hangs.
 */
export function withoutStatementLimit<T>(work: () => Promise<T>): Promise<T> {
  return longWork.run(true, work);
}

/** Returns whether the caller runs inside `withoutStatementLimit`. */
export function isLongWork(): boolean {
  return longWork.getStore() === true;
}
