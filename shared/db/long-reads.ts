import { Worker } from 'node:worker_threads';
import type { Statement } from 'better-sqlite3';
import type { CompiledQuery, QueryExecutorProvider } from 'kysely';
import { LRUCache } from 'lru-cache';
import { findThreadFile } from '../thread-file';
import type { Answered, Asked } from './reading-thread';
import type { SqliteHandle } from './sqlite-file';

/** A query that reads whole tables with this number of rows takes a few milliseconds. */
const FEW_ROWS = 5_000;
const MAX_PLANS = 500;
/** The maximum number of queries that run at the same time. Others wait. */
const MAX_THREADS = 2;

/** The readers of databases, by the adapter, which a database and those that derive from it have in common. */
const readers = new WeakMap<object, LongReader>();

/** Lets `readRows` run long queries of a database with a reader of its file. */
export function readLongQueriesWith(
  reader: LongReader,
  db: Pick<QueryExecutorProvider, 'getExecutor'>,
): void {
  readers.set(db.getExecutor().adapter, reader);
}

/**
 * Returns the rows of a query. A query that reads or sorts many rows of a SQLite file runs on a thread, because SQLite
 * would let no other request go on until it ends (decision 0212). Reads only what has been committed; in a transaction,
 * runs the query there.
 */
export async function readOnThread<Row>(db: Readable, query: CompiledQuery<Row>): Promise<Row[]> {
  const reader = db.isTransaction ? undefined : readers.get(db.getExecutor().adapter);
  if (reader?.isLong(query)) return reader.read(query);
  return (await db.executeQuery(query)).rows;
}

interface Readable extends QueryExecutorProvider {
  readonly isTransaction: boolean;
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ rows: Row[] }>;
}

interface Waiting {
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

/** Runs the long queries of a SQLite file on threads. */
export class LongReader {
  readonly #sqlite: SqliteHandle;
  /** The tables that a statement reads or sorts as a whole. */
  readonly #plans = new LRUCache<string, readonly string[]>({ max: MAX_PLANS });
  /** The statements that count the rows of tables, by table. Almost every list needs one, so each is prepared once. */
  readonly #counts = new Map<string, Statement<[], number | null>>();
  readonly #threads: Thread[] = [];
  #number = 0;
  #isClosed = false;

  constructor(sqlite: SqliteHandle) {
    this.#sqlite = sqlite;
  }

  /** Returns whether a query may read or sort more than FEW_ROWS rows. */
  isLong({ sql, parameters }: CompiledQuery): boolean {
    let tables = this.#plans.get(sql);
    if (!tables) {
      tables = this.#findReadTables(sql, parameters);
      this.#plans.set(sql, tables);
    }
    return tables.some((table) => this.#countAtMost(table) > FEW_ROWS);
  }

  /** Runs a query on a thread. Rejects if the query fails, the thread fails, or the database is closed. */
  async read<Row>({ sql, parameters }: CompiledQuery<Row>): Promise<Row[]> {
    if (this.#isClosed) throw new Error('the database is closed');
    const { worker, waiting } = this.#chooseThread();
    this.#number += 1;
    const number = this.#number;
    const rows = new Promise<unknown[]>((resolve, reject) => {
      waiting.set(number, { resolve, reject });
    });
    worker.ref();
    worker.postMessage({ number, sql, parameters } satisfies Asked);
    // The thread returns the rows of the statement, as `executeQuery` does.
    return (await rows) as Row[];
  }

  close(): void {
    this.#isClosed = true;
    for (const { worker } of this.#threads) void worker.terminate();
  }

  /** Returns the tables that a statement names if it reads all rows of one of them, or sorts in memory. */
  #findReadTables(sql: string, parameters: readonly unknown[]): string[] {
    // https://sqlite.org/eqp.html
    const steps = this.#sqlite
      .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail);
    if (!steps.some((step) => /^SCAN |TEMP B-TREE/.test(step))) return [];
    // The steps name aliases in place of tables, so the tables are looked up in the statement.
    return this.#listTables().filter((name) => new RegExp(`\\b${name}\\b`).test(sql));
  }

  #listTables(): string[] {
    const select = `select name from pragma_table_list where schema = 'main' and type = 'table' and wr = 0`;
    return this.#sqlite.prepare<[], string>(select).pluck().all();
  }

  /** Returns the highest number of rows that a table can have. */
  #countAtMost(table: string): number {
    const count =
      this.#counts.get(table) ??
      this.#sqlite.prepare<[], number | null>(`select max(rowid) from "${table}"`).pluck();
    this.#counts.set(table, count);
    return count.get() ?? 0;
  }

  #chooseThread(): Thread {
    const [idlest] = this.#threads.toSorted((a, b) => a.waiting.size - b.waiting.size);
    if (idlest && (idlest.waiting.size === 0 || this.#threads.length === MAX_THREADS))
      return idlest;
    const thread = startThread(this.#sqlite.name);
    thread.worker.once('exit', () => this.#threads.splice(this.#threads.indexOf(thread), 1));
    this.#threads.push(thread);
    return thread;
  }
}

function startThread(file: string): Thread {
  const worker = new Worker(findThreadFile(import.meta.dirname, 'reading-thread'), {
    workerData: file,
  });
  const waiting = new Map<number, Waiting>();
  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (answered: Answered) => {
    const asked = waiting.get(answered.number);
    waiting.delete(answered.number);
    // A thread without a query must not keep the process alive.
    if (waiting.size === 0) worker.unref();
    if ('rows' in answered) asked?.resolve(answered.rows);
    else asked?.reject(new Error(answered.error));
  });
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('the thread that reads the database has ended')));
  return { worker, waiting };
}
