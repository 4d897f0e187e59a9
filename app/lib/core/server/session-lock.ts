import { createHash, randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Client } from 'pg';
import { log } from './log.server';

/** Separates these locks from other programs' advisory locks on the same database. */
const LOCK_CLASS = 726_041_192;
const TRY_TO_LOCK = 'select pg_try_advisory_lock($1) as mine';
const CONNECT_MILLISECONDS = 5_000;
const RETRY_MILLISECONDS = 1_000;
/** Makes the server notice within half a minute that the machine of a process has disappeared. */
const KEEPALIVE =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4';

/**
 * A number that is reserved for this process while it runs, and the names that it has locked. A separate database
 * connection holds advisory locks on them.
 */
interface SessionLock {
  number: number;
  /**
   * Resolves when the lock of the number is held. Rejects if the lock is lost and cannot be taken again yet. The caller
   * must then start no work, because other processes would consider it abandoned.
   */
  ready(): Promise<void>;
  /**
   * Locks a name, unless another process has locked it. Returns whether the name is locked for this process. Expects
   * that this process has not locked it: the server would lock it twice.
   */
  tryLock(name: string): Promise<boolean>;
  /** Unlocks a name. Never throws. */
  unlock(name: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reserves a random number on the server's database until `close`, or until the process ends, even by a crash. If the
 * connection is lost, a new connection reserves the same number, and locks those of the names that no other process has
 * locked meanwhile. Throws when the server cannot be reached.
 */
export async function openSessionLock(url: string): Promise<SessionLock> {
  const { default: pg } = await import('pg');
  let client: Client | undefined;
  let number = 0;
  let closed = false;
  let connecting: Promise<void> | undefined;
  /** The numbers of the locked names. */
  const locked = new Set<string>();

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'study-panel',
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      query_timeout: CONNECT_MILLISECONDS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    fresh.on('error', () => {});
    let hasEnded = false;
    fresh.once('end', () => {
      hasEnded = true;
      if (client === fresh) {
        client = undefined;
        reconnect();
      }
    });
    try {
      await fresh.connect();
      await fresh.query(KEEPALIVE);
      for (let isMine = false; !isMine; ) {
        const wanted = number || randomInt(1, 2 ** 31 - 1);
        const { rows } = await fresh.query('select pg_try_advisory_lock($1, $2) as mine', [
          LOCK_CLASS,
          wanted,
        ]);
        isMine = rows[0]?.mine === true;
        // The server has not noticed yet that the previous connection was lost, and still holds its lock.
        if (!isMine && number) throw new Error('the lock of this process is still held');
        if (isMine) number = wanted;
      }
      for (const key of locked) {
        const { rows } = await fresh.query(TRY_TO_LOCK, [key]);
        if (rows[0]?.mine !== true)
          log.warn(
            'another panel has locked what this panel is working on, after a lost connection',
          );
      }
      if (hasEnded || closed) throw new Error('the connection has ended');
    } catch (error) {
      fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
  };
  const ensureConnected = () => {
    if (closed || client) return Promise.resolve();
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    return connecting;
  };
  const reconnect = () => {
    if (closed) return;
    ensureConnected().catch(() => setTimeout(reconnect, RETRY_MILLISECONDS).unref());
  };

  /**
   * Locks or unlocks a name. If that fails, ends the connection, and all locks with it. The next connection takes those
   * in `locked` again, so that the server has no lock that this process does not know of.
   */
  const ask = async (statement: string, key: string): Promise<unknown> => {
    const asked = client;
    try {
      return (await asked?.query(statement, [key]))?.rows[0]?.mine;
    } catch (error) {
      asked?.end().catch(() => {});
      throw error;
    }
  };

  await connect();
  return {
    get number() {
      return number;
    },
    ready: ensureConnected,
    async tryLock(name) {
      await ensureConnected();
      const key = toLockNumber(name);
      const isMine = (await ask(TRY_TO_LOCK, key)) === true;
      if (isMine) locked.add(key);
      return isMine;
    },
    async unlock(name) {
      const key = toLockNumber(name);
      locked.delete(key);
      // A new connection may have taken the lock again already.
      await connecting?.catch(() => {});
      await ask('select pg_advisory_unlock($1) as mine', key).catch(() => {});
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}

/**
 * Returns the number of the advisory lock of a name: 64 bits of its digest. The server keeps such locks apart from those
 * with a class (postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS).
 */
function toLockNumber(name: string): string {
  return createHash('sha256').update(`${LOCK_CLASS} ${name}`).digest().readBigInt64BE().toString();
}

/** Returns whether a running process holds this number. */
export async function isLocked<DB>(db: Kysely<DB>, number: number): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2
        and classid = cast(${LOCK_CLASS} as oid) and objid = cast(${number} as oid)
        and database = (select oid from pg_database where datname = current_database())
    ) as held`.execute(db);
  return rows[0]?.held === true;
}
