import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { type OnLost, replaceLostError } from './lost-connection';
import { DatabaseSilentError, isLongWork, SILENCE_MILLISECONDS } from './time-limits';

/**
 * Adapts a pool for Kysely and limits the time of statements. A statement without an answer fails at its time limit.
 * Its connection is then closed, and the next caller gets a new connection. Statements without a time limit fail when
 * `reach`, which sends another request to the server, rejects.
 */
export function makeLimitedPool(
  pool: Pool,
  onLost: OnLost,
  reach: () => Promise<unknown>,
): PostgresPool {
  /** The connections on which the server currently has no statement timeout. */
  const unlimited = new WeakSet<PoolClient>();

  async function connect(): Promise<PostgresPoolClient> {
    const client = await replaceLostError(onLost, () => pool.connect());
    const isLong = isLongWork();
    let failure: DatabaseSilentError | undefined;
    const query = (text: string, values: readonly unknown[] = []) =>
      replaceLostError(onLost, async () => {
        if (failure) throw failure;
        try {
          const answer = client.query(text, [...values]);
          return await (isLong
            ? waitWhileReachable(answer, reach)
            : withTimeLimit(SILENCE_MILLISECONDS, answer));
        } catch (error) {
          if (error instanceof DatabaseSilentError) failure = error;
          throw error;
        }
      });
    if (isLong !== unlimited.has(client)) {
      try {
        await query(isLong ? 'set statement_timeout = 0' : 'reset statement_timeout');
      } catch (error) {
        client.release(true);
        throw error;
      }
      if (isLong) unlimited.add(client);
      else unlimited.delete(client);
    }
    // `query` does not support cursors: Kysely uses cursors only if it is given a class for them.
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: () => client.release(failure),
    };
  }
  return { connect, end: () => pool.end() };
}

/** Waits for the answer and returns it. Throws DatabaseSilentError when it takes longer than `milliseconds`. */
export async function withTimeLimit<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(makeSilentError(milliseconds)), milliseconds);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for the answer without a time limit and returns it. In the meantime, calls `reach` at intervals. Throws
 * DatabaseSilentError if `reach` rejects, because the server then no longer answers.
 */
async function waitWhileReachable<T>(
  answer: Promise<T>,
  reach: () => Promise<unknown>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setInterval(
      () => reach().catch(() => reject(makeSilentError(SILENCE_MILLISECONDS))),
      SILENCE_MILLISECONDS,
    );
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearInterval(timer);
  }
}

function makeSilentError(milliseconds: number): DatabaseSilentError {
  return new DatabaseSilentError(`the database has not answered for ${milliseconds} ms`);
}
