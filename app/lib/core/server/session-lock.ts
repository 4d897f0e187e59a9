import { createHash, randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Client } from 'pg';

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
  /** Locks a name, unless another process has locked it. Returns whether the name is locked for this process. */
  tryLock(name: string): Promise<boolean>;
  /** Unlocks a name. Never throws. */
  unlock(name: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reserves a random number on the server's database until `close`, or until the process ends, even by a crash. If the
 * connection is lost, a new connection reserves the same number, and locks the same names. Throws when the server
 * cannot be reached.
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
      for (const name of locked) await fresh.query(TRY_TO_LOCK, [name]);
    } catch (error) {
      fresh.end().catch(() => {});
      throw error;
    }
    fresh.once('end', reconnectUntilConnected);
    client = fresh;
  };
  const ensureConnected = () => {
    if (closed || client) return Promise.resolve();
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    return connecting;
  };
  const reconnectUntilConnected = () => {
    client = undefined;
    if (closed) return;
    ensureConnected().catch(() => setTimeout(reconnectUntilConnected, RETRY_MILLISECONDS).unref());
  };

  /** Locks or unlocks a name. If that fails, ends the connection, which releases locks that are not in `locked`. */
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
