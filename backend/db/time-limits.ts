import { AsyncLocalStorage } from 'node:async_hooks';

/** How long a statement may take that somebody waits for; the server cancels it then. */
export const STATEMENT_MILLISECONDS = 12_000;
/** How long the server may be silent; a statement that it cancels has been told before. */
export const SILENCE_MILLISECONDS = 15_000;
export const CONNECT_MILLISECONDS = 5_000;
/** A process that hangs in the middle of a transaction holds up the others no longer than this. */
export const IDLE_IN_TRANSACTION_MILLISECONDS = 30_000;

/** The server has said nothing for so long that it hangs, or the way to it does. */
export class DatabaseSilentError extends Error {
  override name = 'DatabaseSilentError';
  readonly code = 'ETIMEDOUT';
}

const longWork = new AsyncLocalStorage<boolean>();

/**
 * Does work whose statements may take as long as they need, on PostgreSQL: migrations, index building,
 * imports, exports, copies. What is to end with it must be asked for inside; a server that hangs ends it too.
 */
export function withoutStatementLimit<T>(work: () => Promise<T>): Promise<T> {
  return longWork.run(true, work);
}

export function isLongWork(): boolean {
  return longWork.getStore() === true;
}
