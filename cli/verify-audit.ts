import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findCheckpointFile } from '../backend/audit/checkpoint-file';
import { acknowledgeLog } from '../backend/audit/checkpoints';
import { takeKeys } from '../backend/audit/sign-heads';
import { verifyAudit } from '../backend/audit/verify';
import { checkCheckpoints } from '../backend/audit/verify-checkpoints';
import { openDatabase, openOnSqlite, readSqlite } from '../backend/db/connect';
import { lockDataFolder } from '../backend/db/lock';
import { withoutStatementLimit } from '../backend/db/time-limits';
import type { Database } from '../backend/db/types';
import { getCheckpointFolder } from '../backend/keys/key-settings';
import { findKeys } from '../backend/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { type DataSettings, dataSettings } from '../shared/settings/settings';
import { print } from './print';

/**
 * Runs `npm run audit:verify`: verifies that the audit trail has not been altered, and exits with 1 if it has.
 * With `-- --acknowledge "why"`, first accepts the log as it is now, for use after a restore.
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
  const db = await openTrail(settings);
  try {
    for (const report of await verifyAudit(db, { ring, expected, checkpointsSince: since })) {
      const { table, entries, digest, errors, notes } = report;
      const verdict = errors.length === 0 ? 'as they were written' : 'NOT as they were written';
      print(`${table}: ${entries} entries, ${verdict}. Digest: ${digest || 'none'}`);
      for (const line of [...errors, ...notes]) print(`  ${line}`);
      const noted = last?.heads.find((head) => head.table === table)?.id ?? 0;
      if (last && entries > noted)
        print(
          `  Entries after ${noted} are newer than the checkpoint of ${last.time}. Only the signature of the head covers them: if somebody put back an earlier copy of entries and head, this command cannot tell.`,
        );
      if (errors.length > 0) process.exitCode = 1;
    }
  } finally {
    await db.destroy();
  }
  print(
    last
      ? `Checkpoints: ${checkpoints.count} in ${file}, the last of ${last.time}.`
      : `There are no checkpoints in ${file}: if somebody removed the last entries and put back the signed head from before them, this command cannot tell.`,
  );
  for (const line of [...checkpoints.errors, ...checkpoints.notes]) print(`  ${line}`);
  if (checkpoints.errors.length > 0) process.exitCode = 1;
}

/**
 * Adds a signed checkpoint that accepts the log as it is now. Throws when a panel is using the data folder; on
 * a server, panels may be running.
 */
async function acknowledge(settings: DataSettings, note: string): Promise<void> {
  if (!note.trim()) throw new Error('Say why: --acknowledge "restored from the backup of …"');
  const keys = findKeys(settings);
  if (!keys) throw new Error('There is no panel key: set PANEL_KEY or PANEL_KEY_FILE.');
  const url = settings.DATABASE_URL;
  const folder = path.resolve(settings.DATA_DIR);
  const file = path.join(folder, 'host.sqlite');
  if (!url && !existsSync(file)) throw new Error(explainNoTrail(file));
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
 * Opens the database of the audit trail. Opens a file for reading only, so that the panel can run at the same
 * time.
 */
async function openTrail({ DATABASE_URL: url, DATA_DIR }: DataSettings): Promise<Database> {
  if (url) return openDatabase({ url, schema: 'host' });
  const file = path.resolve(DATA_DIR, 'host.sqlite');
  if (!existsSync(file)) throw new Error(explainNoTrail(file));
  return openOnSqlite(readSqlite(file));
}

function explainNoTrail(file: string): string {
  return `There is no audit trail at ${file}: set DATA_DIR.`;
}
