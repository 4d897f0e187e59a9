import { makeAuditPart } from '../backend/audit/chain';
import { takeKeys } from '../backend/audit/sign-heads';
import { deleteFormerFiles } from '../backend/db/conversion/former-files';
import type { Database } from '../backend/db/types';
import { makeHistoryPart } from '../backend/history/chain';
import { noteRestore } from '../shared/checkpoints/restore-note';
import { STUDY_FILE } from '../shared/db/connect';
import { byName, type NamedDatabase } from '../shared/db/types';
import type { OpenKeys } from '../shared/keys/open-keys';
import { KEY_SETTING } from '../shared/keys/stored-key';
import { getPanelKeyId, isUsedByHost, verifyAuditLog, withStudyDatabase } from './databases';
import type { Manifest } from './manifest';

/** The restored database. */
interface Restored {
  /** Lines that describe the content of the database. */
  lines: string[];
  /** True if a panel has used the database with its embedded host. */
  hasEmbeddedHost: boolean;
}

/**
 * Opens and migrates the database of a restored folder, and converts databases of an earlier version. Deletes
 * sessions and password links, which could give access to people whose access has ended since the backup. Users must
 * sign in, and request links, again.
 */
export function openRestored(
  data: string,
  { made, key }: Manifest,
  keys: OpenKeys | undefined,
): Promise<Restored> {
  return withStudyDatabase({ DATA_DIR: data }, async (db) => {
    // The backup still has the databases of the earlier version.
    deleteFormerFiles(data);
    const isOfHost = await isUsedByHost(db);
    const isOfPanel = (await getPanelKeyId(db)) !== undefined;
    await db.deleteFrom('recovery_code').execute();
    await db.deleteFrom('session').execute();
    await db.deleteFrom('idempotency_key').execute();
    if (!keys) await forgetKey(db, key !== undefined);
    else {
      if (isOfHost) {
        await takeKeys(db, keys);
        await noteRestore(makeAuditPart(db), keys.ring, made);
      }
      if (isOfPanel) await noteRestore(makeHistoryPart({ db }), keys.ring, made);
    }
    const counts = `${STUDY_FILE}: ${await countRows(byName(db))}`;
    const audit = await verifyAuditLog(db, keys?.ring);
    return { lines: [counts, ...audit], hasEmbeddedHost: isOfHost && isOfPanel };
  });
}

/** Returns the number of rows of each table, as text for the operator. */
async function countRows(db: NamedDatabase): Promise<string> {
  const tables = await db.introspection.getTables();
  const counts = tables.filter(isOfStudy).map(async ({ name }) => {
    const { rows } = await db
      .selectFrom(name)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return `${name} ${rows}`;
  });
  return (await Promise.all(counts)).join(', ');
}

/**
 * Removes the id and the signatures of a key that is lost, so that the next start assigns its own key. `hadKey` is
 * false for a backup of a version without keys.
 */
async function forgetKey(db: Database, hadKey: boolean): Promise<void> {
  await db.deleteFrom('host_setting').where('name', '=', KEY_SETTING).execute();
  await db.updateTable('chain_head').set({ head_key: null, head_signature: null }).execute();
  if (!hadKey) return;
  await db.deleteFrom('shared_setting').where('name', '=', KEY_SETTING).execute();
  // Saved views cannot be decrypted without the lost key.
  await db.deleteFrom('saved_view').execute();
}

/**
 * Returns whether a table holds data of its own, unlike the index tables and counters of lists
 * (sqlite-indexes.ts).
 */
function isOfStudy({ name }: { name: string }): boolean {
  return !/^(list|find|count)_/.test(name);
}
