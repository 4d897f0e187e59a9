import { parentPort, workerData } from 'node:worker_threads';
import { toErrorText } from '../error-text';
import { readSqlite } from './sqlite-file';

/** A query for the thread. Answers have the same number. */
export interface Asked {
  number: number;
  sql: string;
  parameters: readonly unknown[];
}

export type Answered = { number: number } & ({ rows: unknown[] } | { error: string });

/** Runs queries that read a SQLite file for a long time, one after the other, so that the main thread can go on. */
const sqlite = readSqlite(String(workerData));
parentPort?.on('message', ({ number, sql, parameters }: Asked) => {
  const answer = (answered: Answered) => parentPort?.postMessage(answered);
  try {
    answer({ number, rows: sqlite.prepare(sql).all(...parameters) });
  } catch (error) {
    answer({ number, error: toErrorText(error) });
  }
});
