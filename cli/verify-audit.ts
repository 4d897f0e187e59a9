import { existsSync } from 'node:fs';
import path from 'node:path';
import { auditTables, makeAuditPart, verifyAudit } from '../backend/audit/chain';
import { takeKeys } from '../backend/audit/sign-heads';
import type { Database } from '../backend/db/types';
import { acknowledgeChains } from '../shared/checkpoints/write-checkpoints';
import { openDatabase, openOnSqlite } from '../shared/db/connect';
import { lockDataFolder } from '../shared/db/lock';
import { readSqlite } from '../shared/db/sqlite-file';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { getCheckpointFolder } from '../shared/keys/key-settings';
import { findKeys } from '../shared/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { type DataSettings, dataSettings } from '../shared/settings/settings';
import { print } from './print';
import { readArguments } from './read-arguments';
import { checkNote, describeNewer, printCheckpoints, readCheckpoints } from './read-checkpoints';
import { WITHOUT_CHECKPOINTS } from './usages';

/**
 * Runs `npm run audit:verify`: verifies the audit log and its checkpoints. Sets the exit code 1 if the verification
 * finds an error, including a signature that cannot be verified, or if there is no checkpoint. With `-- --acknowledge "why"`, first accepts the
 * log as it is now, for use after a restore.
 */
export function run(args: string[]): Promise<void> {
  return withoutStatementLimit(() => verify(args));
}

async function verify(args: string[]): Promise<void> {
  const { values } = readArguments('audit:verify', args);
  const settings = readSettings(dataSettings, process.env);
  if (values.acknowledge !== undefined) await acknowledge(settings, values.acknowledge);
  const ring = findKeys(settings)?.ring;
  const checkpoints = readCheckpoints(settings, ring, auditTables);
  const { expected, since } = checkpoints;
  const db = await openAuditDatabase(settings);
  try {
    for (const report of await verifyAudit(db, { ring, expected, checkpointsSince: since })) {
      const { table, entries, digest, errors, notes } = report;
      const verdict = errors.length === 0 ? 'verified' : 'verification FAILED';
      print(`${table}: ${entries} entries, ${verdict}. Digest: ${digest || 'none'}`);
      // Entries are numbered without gaps, so their number is the ID of the last one.
      for (const line of [...errors, ...notes, ...describeNewer(checkpoints, table, entries)])
        print(`  ${line}`);
      if (errors.length > 0) process.exitCode = 1;
    }
  } finally {
    await db.destroy();
  }
  printCheckpoints(checkpoints, values[WITHOUT_CHECKPOINTS]);
}

/**
 * Adds a signed checkpoint that accepts the log as it is now. With SQLite, throws when a panel is using the data
 * folder. With PostgreSQL, panels may be running.
 */
async function acknowledge(settings: DataSettings, note: string): Promise<void> {
  checkNote(note);
  const keys = findKeys(settings);
  if (!keys) throw new Error('There is no panel key: set PANEL_KEY or PANEL_KEY_FILE.');
  const url = settings.DATABASE_URL;
  const folder = path.resolve(settings.DATA_DIR);
  const file = path.join(folder, 'host.sqlite');
  if (!url && !existsSync(file)) throw new Error(explainMissingDatabase(file));
  const lock = url ? undefined : lockDataFolder(folder);
  const db: Database = await openDatabase(url ? { url, schema: 'host' } : { file });
  try {
    await takeKeys(db, keys, { acknowledge: true });
    const part = makeAuditPart(db);
    await acknowledgeChains([part], keys.ring, getCheckpointFolder(settings), note);
  } finally {
    await db.destroy();
    lock?.release();
  }
}

/**
 * Opens the database of the audit log. Opens a file for reading only, so that the panel can run at the same
 * time.
 */
async function openAuditDatabase({ DATABASE_URL: url, DATA_DIR }: DataSettings): Promise<Database> {
  if (url) return openDatabase({ url, schema: 'host' });
  const file = path.resolve(DATA_DIR, 'host.sqlite');
  if (!existsSync(file)) throw new Error(explainMissingDatabase(file));
  return openOnSqlite(readSqlite(file));
}

function explainMissingDatabase(file: string): string {
  return `There is no database at ${file}: set DATA_DIR to the panel's data folder.`;
}
