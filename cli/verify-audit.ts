import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findCheckpointFile } from '../backend/audit/checkpoint-file';
import { acknowledgeLog } from '../backend/audit/checkpoints';
import { takeKeys } from '../backend/audit/sign-heads';
import { verifyAudit } from '../backend/audit/verify';
import { checkCheckpoints } from '../backend/audit/verify-checkpoints';
import type { Database } from '../backend/db/types';
import { openDatabase, openOnSqlite, readSqlite } from '../shared/db/connect';
import { lockDataFolder } from '../shared/db/lock';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { getCheckpointFolder } from '../shared/keys/key-settings';
import { findKeys } from '../shared/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { type DataSettings, dataSettings } from '../shared/settings/settings';
import { print } from './print';

/**
 * Runs `npm run audit:verify`: verifies the audit log and its checkpoints. Sets the exit code 1 if the verification
 * finds an error, including a signature that cannot be verified. With `-- --acknowledge "why"`, first accepts the
 * log as it is now, for use after a restore.
 */
export function run(args: string[]): Promise<void> {
  return withoutStatementLimit(() => verify(args));
}

async function verify(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { acknowledge: { type: 'string' } } });
  const settings = readSettings(dataSettings, process.env);
  if (values.acknowledge !== undefined) await acknowledge(settings, values.acknowledge);
  const ring = findKeys(settings)?.ring;
  const file = findCheckpointFile(getCheckpointFolder(settings));
  const checkpoints = checkCheckpoints(existsSync(file) ? readFileSync(file, 'utf8') : '', ring);
  const { expected, since, last } = checkpoints;
  const db = await openAuditDatabase(settings);
  try {
    for (const report of await verifyAudit(db, { ring, expected, checkpointsSince: since })) {
      const { table, entries, digest, errors, notes } = report;
      const verdict = errors.length === 0 ? 'verified' : 'verification FAILED';
      print(`${table}: ${entries} entries, ${verdict}. Digest: ${digest || 'none'}`);
      for (const line of [...errors, ...notes]) print(`  ${line}`);
      // Entries are numbered without gaps, so their number is the ID of the last one.
      const checkpointedId = last?.heads.find((head) => head.table === table)?.id ?? 0;
      if (last && entries > checkpointedId)
        print(
          `  Entries after ${checkpointedId} are newer than the checkpoint of ${last.time}. Only the signed head (the last ID and digest) protects them: this command cannot detect that an earlier copy of both the log and its head was restored.`,
        );
      if (errors.length > 0) process.exitCode = 1;
    }
  } finally {
    await db.destroy();
  }
  print(
    last
      ? `Checkpoints: ${checkpoints.count} in ${file}; the last was written at ${last.time}.`
      : `There are no checkpoints in ${file}. Without them, this command cannot detect that the last entries were removed and an earlier signed head was restored.`,
  );
  for (const line of [...checkpoints.errors, ...checkpoints.notes]) print(`  ${line}`);
  if (checkpoints.errors.length > 0) process.exitCode = 1;
}

/**
 * Adds a signed checkpoint that accepts the log as it is now. With SQLite, throws when a panel is using the data
 * folder. With PostgreSQL, panels may be running.
 */
async function acknowledge(settings: DataSettings, note: string): Promise<void> {
  if (!note.trim()) throw new Error('Say why: --acknowledge "restored from the backup of …"');
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
    await acknowledgeLog(db, keys.ring, getCheckpointFolder(settings), note);
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
