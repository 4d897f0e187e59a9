import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import {
  type CheckpointOptions,
  type CheckpointPart,
  type CheckpointWriter,
  startCheckpoints,
} from 'shared/checkpoints/write-checkpoints';
import { getDialect } from 'shared/db/dialect-of';
import type { OpenKeys } from 'shared/keys/open-keys';
import { DEFAULT_LOCALE } from 'shared/list/text-key';
import { getToday } from 'shared/list/today';
import { hasUsers, issueFirstPasswordCode } from './accounts/first-administrator';
import { makeAuditPart } from './audit/chain';
import { startCountingRefusals } from './audit/count-refusals';
import { takeKeys } from './audit/sign-heads';
import { startPurging } from './bin/purge';
import type { StudyDatabase } from './db/open-study';
import type { Database } from './db/types';
import { fillDemo } from './demo-study/demo';
import { sendMails } from './endpoints/mail';
import { dropPartialFiles } from './endpoints/uploads';
import {
  findActingAdministrator,
  makeUserGuard,
  onlyAdministrators,
  ownRole,
} from './endpoints/user-rights';
import { datedTables, keyedTables, withStoredKeys } from './entities/host-database';
import { getAllTables } from './entities/tables';
import { adoptImportedChanges } from './history/adopt-imported-changes';
import { createHost, type Host, type HostOptions } from './host';
import type { ImportRights } from './import/import-rights';
import { type Imports, openImports } from './import/imports';
import { fillSortableDates } from './lists/fill-sortable-dates';
import { addKeyColumns, startFillingKeys } from './lists/fill-text-keys';
import { makeListIndexes } from './lists/list-indexes';

/**
 * The time, in milliseconds, after which a partial file belongs to no running upload: no upload takes an hour.
 */
const UPLOAD_MILLISECONDS = 3_600_000;

export interface OpenHostOptions
  extends Omit<HostOptions, 'db' | 'filesDir' | 'imports' | 'refusals'> {
  /** The study's database, which the caller closes after the host. */
  database: StudyDatabase;
  dataDir: string;
  /** The keys that sign the audit log. */
  keys: OpenKeys;
  /** The folder of uploaded files; by default `files` inside the data folder. */
  filesDir?: string;
  /** The email address of the first administrator, who can also sign in as `admin`. */
  adminEmail?: string;
  /** True to fill a database that has no users with synthetic study data. */
  demo?: boolean;
  /** The language of the study, in whose alphabet lists are sorted. Defaults to English. */
  locale?: string;
  /** Called after each transaction in which an import has written users; does not reject. */
  usersImported?: () => Promise<void>;
}

export interface OpenHost {
  host: Host;
  db: Database;
  imports: Imports;
  /** Resolves when the keys of all texts are stored, or could not be. */
  keysFilled: Promise<void>;
  /** A sentence for the operator about an optional feature that the database lacks. */
  notice?: string;
  /**
   * The code of `/change-password/{code}` for setting the first password; undefined once a user has a password.
   */
  setPasswordCode?: string;
  /**
   * Starts to write signed checkpoints of the audit log, and of the chains in other databases. Closing the host writes
   * the last one.
   */
  startCheckpoints(options: CheckpointOptions, others?: readonly CheckpointPart[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the host on the study's database. Throws WrongKeyError when the database belongs to another key.
 */
export async function openHost(settings: OpenHostOptions): Promise<OpenHost> {
  const {
    database,
    dataDir,
    demo,
    adminEmail,
    keys,
    locale = DEFAULT_LOCALE,
    ...others
  } = settings;
  const { usersImported, ...options } = others;
  const filesDir = options.filesDir ?? path.join(dataDir, 'files');
  const { location } = database;
  const db = withStoredKeys(database.db, options.timeZone, locale);
  let imports: Imports | undefined;
  try {
    // Backups copy this folder even before the first upload. If it cannot be created, uploads will report that.
    await mkdir(filesDir, { recursive: true, mode: 0o700 }).catch(() => undefined);
    // With a server's database, other hosts may share the folder and may be receiving an upload right now.
    await dropPartialFiles(filesDir, 'url' in location ? UPLOAD_MILLISECONDS : 0);
    const dialect = getDialect(db);
    const setPasswordCode = await dialect.alone(db, async () => {
      await addKeyColumns(db, keyedTables);
      await takeKeys(db, keys);
      if (options.keepsHistory) await adoptImportedChanges({ db, ring: keys.ring });
      const now = options.now?.() ?? new Date();
      if (demo && !(await hasUsers(db)))
        await fillDemo(db, { today: getToday(options.timeZone, now), filesDir });
      await fillSortableDates(db, datedTables, options.timeZone);
      // Indexes come last: indexing all rows together is faster than indexing each row as it is inserted.
      await makeListIndexes(db, getAllTables(options));
      return issueFirstPasswordCode(db, now, options.timeZone, adminEmail);
    });
    imports = await openImports({
      ...{ db, location },
      timeZone: options.timeZone,
      locale,
      cleanHtml: options.cleanHtml !== undefined,
      imageFolder: options.imageFolder,
      keepsHistory: options.keepsHistory === true,
      now: () => options.now?.() ?? new Date(),
      getRights: (wireName, user) => getRights(wireName, { ...options, db }, user),
      async afterWrite({ wireName, mails }) {
        sendMails(options, mails);
        if (wireName === 'user') await usersImported?.();
      },
      logError: options.logError,
    });
    // Without a token, all callers are code of this process, which enters refusals itself.
    const refusals = options.accessToken
      ? startCountingRefusals(db, {
          timeZone: options.timeZone,
          now: () => options.now?.() ?? new Date(),
          onFailure: (error) => options.logError(error, 'entering refusals in the audit log'),
        })
      : undefined;
    const host = createHost({ ...options, db, filesDir, imports, refusals });
    const notice = await dialect.lacks(db);
    let writer: CheckpointWriter | undefined;
    const { binDays: days } = options;
    const purging =
      days === undefined
        ? undefined
        : startPurging(db, {
            days,
            timeZone: options.timeZone,
            now: () => options.now?.() ?? new Date(),
            onFailure: (error) => options.logError(error, 'purging the bin'),
          });
    const filling = startFillingKeys(db, keyedTables, locale, (error) =>
      options.logError(error, 'computing the keys of texts'),
    );
    return {
      host,
      db,
      keysFilled: filling.filled,
      imports,
      setPasswordCode,
      notice,
      async startCheckpoints(checkpoints, otherParts = []) {
        const parts = [makeAuditPart(db), ...otherParts] as const;
        writer = await startCheckpoints(parts, keys.ring, checkpoints);
      },
      async close() {
        await purging?.stop();
        await filling.stop();
        await refusals?.stop();
        await writer?.stop();
        await imports?.stop();
      },
    };
  } catch (error) {
    await imports?.stop();
    throw error;
  }
}

/**
 * Returns the restrictions on an import by this user. There are none unless the import is of user accounts and
 * only administrators may manage them.
 */
async function getRights(
  wireName: string,
  options: Parameters<typeof makeUserGuard>[0] & Pick<HostOptions, 'db'>,
  user: string,
): Promise<ImportRights> {
  if (wireName !== 'user' || !makeUserGuard(options)) return {};
  const acting = await findActingAdministrator(options.db, user);
  if (!acting) return { problem: onlyAdministrators };
  const columns = ['user_role', 'user_status'];
  return { fixed: { id: acting.user_id ?? null, columns, problem: ownRole } };
}
