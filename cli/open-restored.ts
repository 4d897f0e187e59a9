import { existsSync } from 'node:fs';
import path from 'node:path';
import { makeHistoryPart } from '../app/lib/core/history/chain';
import { storeMigrations } from '../app/lib/core/server/migrations';
import type { StoreTables } from '../app/lib/core/server/store-tables';
import { makeAuditPart } from '../backend/audit/chain';
import { takeKeys } from '../backend/audit/sign-heads';
import type { HostTables } from '../backend/db/host-tables';
import { migrations } from '../backend/db/migrations';
import type { Database } from '../backend/db/types';
import { noteRestore } from '../shared/checkpoints/restore-note';
import { byName, type NamedDatabase } from '../shared/db/types';
import type { OpenKeys } from '../shared/keys/open-keys';
import { KEY_SETTING } from '../shared/keys/stored-key';
import { verifyAuditLog, withDatabase } from './databases';
import type { Manifest } from './manifest';

/**
 * Opens and migrates the databases of a restored folder, and returns lines that describe their content. Deletes
 * sessions and password links, which could give access to people whose access has ended since the backup. Users
 * must sign in, and request links, again.
 */
export async function openRestored(
  data: string,
  { made, key }: Manifest,
  keys: OpenKeys | undefined,
): Promise<string[]> {
  const lines: string[] = [];
  const host = path.join(data, 'host.sqlite');
  if (existsSync(host)) {
    const counts = await withDatabase<HostTables, string>(
      { file: host },
      migrations,
      async (db) => {
        await db.deleteFrom('recovery_code').execute();
        await settleHost(db, keys, made);
        return countRows(byName(db));
      },
    );
    lines.push(`host.sqlite: ${counts}`, ...(await verifyAuditLog(host, keys?.ring)));
  }
  const panel = path.join(data, 'panel.sqlite');
  if (existsSync(panel)) {
    const counts = await withDatabase<StoreTables, string>(
      { file: panel },
      storeMigrations,
      async (db) => {
        await db.deleteFrom('session').execute();
        await db.deleteFrom('idempotency_key').execute();
        await db.deleteFrom('record_lock').execute();
        if (keys) {
          await noteRestore(makeHistoryPart({ db }), keys.ring, made);
        } else if (key) {
          await db.deleteFrom('shared_setting').where('name', '=', KEY_SETTING).execute();
          // Saved views cannot be decrypted without the lost key.
          await db.deleteFrom('saved_view').execute();
        }
        return countRows(byName(db));
      },
    );
    lines.push(`panel.sqlite: ${counts}`);
  }
  return lines;
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
 * Stores a note that the next start adds to the checkpoints, because the restored log is shorter than the checkpoints
 * say. Without keys, removes the id and the signatures of the lost key, so that the next start assigns its own key.
 */
async function settleHost(db: Database, keys: OpenKeys | undefined, made: string): Promise<void> {
  if (keys) {
    await takeKeys(db, keys);
    await noteRestore(makeAuditPart(db), keys.ring, made);
    return;
  }
  await db.deleteFrom('host_setting').where('name', '=', KEY_SETTING).execute();
  await db.updateTable('chain_head').set({ head_key: null, head_signature: null }).execute();
}

/**
 * Returns whether a table holds data of its own, unlike the index tables and counters of lists
 * (sqlite-indexes.ts).
 */
function isOfStudy({ name }: { name: string }): boolean {
  return !/^(list|find|count)_/.test(name);
}
