import type BetterSqlite3 from 'better-sqlite3';
import { vi } from 'vitest';

/** The SQL statements that were run on SQLite. */
export interface RecordedStatements {
  /** Without those that begin or end a transaction, and without pragmas. */
  statements: string[];
  /** The number of commits that waited for the disk. */
  synced: number;
  /** The number of commits that did not wait for the disk. */
  unsynced: number;
}

const FULL = 2;

/**
 * Runs `work` and records the statements that this process runs meanwhile, on any SQLite database. `sqlite` is an open
 * database. A statement that changed no row does not count as a commit, because SQLite then writes nothing.
 */
export async function recordStatements(
  sqlite: BetterSqlite3.Database,
  work: () => Promise<unknown>,
): Promise<RecordedStatements> {
  const recorded: RecordedStatements = { statements: [], synced: 0, unsynced: 0 };
  const record = ({ source, readonly, database }: BetterSqlite3.Statement, changes: number) => {
    if (/^pragma/i.test(source)) return;
    const endsTransaction = source === 'commit';
    if (!endsTransaction && !/^(begin|rollback)/.test(source)) recorded.statements.push(source);
    if (!endsTransaction && (readonly || database.inTransaction || changes === 0)) return;
    const isSynced = database.pragma('synchronous', { simple: true }) === FULL;
    recorded[isSynced ? 'synced' : 'unsynced'] += 1;
  };
  const prototype: BetterSqlite3.Statement = Object.getPrototypeOf(sqlite.prepare('select 1'));
  const { run, all } = prototype;
  const spies = [
    vi.spyOn(prototype, 'run').mockImplementation(function (this: BetterSqlite3.Statement, values) {
      const result = run.call(this, values);
      record(this, result.changes);
      return result;
    }),
    vi.spyOn(prototype, 'all').mockImplementation(function (
      this: BetterSqlite3.Statement,
      ...values
    ) {
      const rows = all.apply(this, values);
      record(this, rows.length);
      return rows;
    }),
  ];
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return recorded;
}
