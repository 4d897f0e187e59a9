import { setTimeout } from 'node:timers/promises';
import { type Kysely, PostgresAdapter } from 'kysely';

/** The maximum number of attempts to run a transaction. */
const ATTEMPTS = 10;
/** The maximum pause after the first attempt. The maximum grows by the same time with each attempt. */
const PAUSE_MILLISECONDS = 20;
/**
 * The error codes after which a transaction is repeated, because another transaction has interfered:
 * serialization_failure, deadlock_detected, unique_violation and foreign_key_violation. The last two are
 * included because the work checks such conflicts itself: when repeated, it sees the other change and refuses
 * with a message.
 */
const CONFLICT_CODES: readonly unknown[] = ['40001', '40P01', '23505', '23503'];

/**
 * Runs `work` in a transaction that no other one interferes with, and commits all of it or nothing. SQLite has
 * one writer at a time. On PostgreSQL, the work is repeated when another transaction has interfered, so it must have no
 * effect outside the given database. Inside a transaction, the work becomes part of that transaction.
 */
export async function transact<DB, T>(
  db: Kysely<DB>,
  work: (transaction: Kysely<DB>) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return work(db);
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return db.transaction().execute(work);
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel('serializable').execute(work);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (attempt === ATTEMPTS || !CONFLICT_CODES.includes(code)) throw error;
      await setTimeout(Math.random() * PAUSE_MILLISECONDS * attempt);
    }
  }
}
