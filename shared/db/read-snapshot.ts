import type { Kysely, Transaction } from 'kysely';
import { getDialect } from './dialect-of';
import { postgres } from './postgres-dialect';

/**
 * Calls `read` with a transaction whose queries all see the database as it is at the first query, even if other
 * connections write in the meantime. If `db` is itself a transaction, calls `read` with it.
 */
export async function readSnapshot<Tables, Result>(
  db: Kysely<Tables>,
  read: (snapshot: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return read(db);
  const transaction = db.transaction();
  // A transaction of SQLite is a snapshot. With PostgreSQL's default isolation level, queries see later commits.
  const isolated =
    getDialect(db) === postgres ? transaction.setIsolationLevel('repeatable read') : transaction;
  return isolated.execute((snapshot: Transaction<Tables>) => read(snapshot));
}
