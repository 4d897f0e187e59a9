import { auditTables, makeAuditPart, verifyAudit } from '../backend/audit/chain';
import { takeKeys } from '../backend/audit/sign-heads';
import type { Database } from '../backend/db/types';
import { acknowledgeChains } from '../shared/checkpoints/write-checkpoints';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { getCheckpointFolder } from '../shared/keys/key-settings';
import { findKeys } from '../shared/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { type DataSettings, dataSettings } from '../shared/settings/settings';
import { isUsedByHost, readStudyDatabase, withStudyDatabase } from './databases';
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
  const db = await readStudyDatabase(settings);
  try {
    await checkUse(db);
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
  await withStudyDatabase(settings, async (db) => {
    await checkUse(db);
    await takeKeys(db, keys, { acknowledge: true });
    const part = makeAuditPart(db);
    await acknowledgeChains([part], keys.ring, getCheckpointFolder(settings), note);
  });
}

/** Throws an error with one sentence if no host has used the database, which then has no audit log. */
async function checkUse(db: Database): Promise<void> {
  if (!(await isUsedByHost(db)))
    throw new Error('The database has no audit log: no API host has used it.');
}
