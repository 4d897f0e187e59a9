import path from 'node:path';
import { stamp } from './clock';
import { type Database, openDatabase } from './db/connect';
import { lockDataFolder } from './db/lock';
import { migrateToLatest } from './db/migrate';
import { migrations } from './db/migrations';
import { fillDemo } from './demo';
import { createHost, type Host, type HostOptions } from './host';
import { makeListIndexes } from './list-indexes';
import { FIRST_CODE_MILLISECONDS, issueCode } from './recovery';
import { allTables } from './tables';
import { dropPartialFiles } from './uploads';

const FIRST_USERNAME = 'admin';

export interface OpenHostOptions extends Omit<HostOptions, 'db' | 'filesDir'> {
  dataDir: string;
  /** What the first administrator signs in with, besides the name `admin`. */
  adminEmail?: string;
  /** Fills a database that is empty with synthetic study data. */
  demo?: boolean;
}

export interface OpenHost {
  host: Host;
  db: Database;
  /** While nobody has a password: the code of `/change-password/{code}` for the first one. */
  setPasswordCode?: string;
  close(): Promise<void>;
}

/**
 * Opens the host on a data folder, which it makes when there is none. Throws DataFolderInUseError
 * when another process has it open, and an error that names the migration when one fails.
 */
export async function openHost(settings: OpenHostOptions): Promise<OpenHost> {
  const { dataDir, demo, adminEmail, ...options } = settings;
  const filesDir = path.join(dataDir, 'files');
  const lock = lockDataFolder(dataDir);
  let db: Database | undefined;
  const close = async () => {
    await db?.destroy();
    lock.release();
  };
  try {
    db = openDatabase(path.join(dataDir, 'host.sqlite'));
    await migrateToLatest(db, migrations);
    await makeListIndexes(db, allTables(options), options.timeZone);
    await dropPartialFiles(filesDir);
    if (demo && !(await hasUsers(db))) await fillDemo(db, { timeZone: options.timeZone, filesDir });
    const host = createHost({ ...options, db, filesDir });
    const now = options.now?.() ?? new Date();
    const setPasswordCode = await firstPasswordCode(db, now, options.timeZone, adminEmail);
    return { host, db, setPasswordCode, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * While no user has a password nobody can sign in: makes the first administrator, if need be, and
 * a fresh code at every start, as the last one may have expired unread.
 */
async function firstPasswordCode(
  db: Database,
  now: Date,
  timeZone: string,
  email: string | undefined,
): Promise<string | undefined> {
  const withPassword = await db
    .selectFrom('user_account')
    .select('user_id')
    .where('user_password', 'is not', null)
    .executeTakeFirst();
  if (withPassword) return undefined;
  if (!(await hasUsers(db))) await addFirstAdministrator(db, stamp(now, timeZone));
  const administrator = await db
    .selectFrom('user_account')
    .select('user_id')
    .where('user_role', '=', 1)
    .where('user_status', '=', 1)
    .orderBy('user_id')
    .executeTakeFirst();
  if (!administrator) return undefined;
  // At every start, so that a mistyped address can be mended by starting again.
  if (email)
    await db
      .updateTable('user_account')
      .set({ user_email: email })
      .where('user_id', '=', administrator.user_id)
      .execute();
  return issueCode(db, Number(administrator.user_id), FIRST_CODE_MILLISECONDS, now);
}

async function hasUsers(db: Database): Promise<boolean> {
  const user = await db.selectFrom('user_account').select('user_id').executeTakeFirst();
  return user !== undefined;
}

async function addFirstAdministrator(db: Database, now: string): Promise<void> {
  await db
    .insertInto('user_account')
    .values({
      user_username: FIRST_USERNAME,
      user_role: 1,
      user_status: 1,
      user_createuser: FIRST_USERNAME,
      user_createdate: now,
      user_lastupdateuser: FIRST_USERNAME,
      user_lastupdatedate: now,
    })
    .execute();
}
