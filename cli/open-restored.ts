import { existsSync } from 'node:fs';
import path from 'node:path';
import { storeMigrations } from '../app/lib/server/migrations';
import type { StoreTables } from '../app/lib/server/store-tables';
import { noteRestore } from '../backend/audit/restore-note';
import { takeKeys } from '../backend/audit/sign-heads';
import type { HostTables } from '../backend/db/host-tables';
import { migrations } from '../backend/db/migrations';
import { byName, type Database, type NamedDatabase } from '../backend/db/types';
import type { OpenKeys } from '../backend/keys/open-keys';
import { KEY_SETTING } from '../backend/keys/stored-key';
import { auditLines, withDatabase } from './databases';
import type { Manifest } from './manifest';

/**
 * Opens the databases of a restored folder as the panel does, and returns lines that say what is in them. Empties the
 * tables that could let somebody in whose access has ended: users sign in and request links again.
 */
export async function openRestored(
  data: string,
  { made, key }: Manifest,
  keys: OpenKeys | undefined,
): Promise<string[]> {
  const lines: string[] = [];
  const host = path.join(data, 'host.sqlite');
  if (existsSync(host)) {
    const counts = await withDatabase<HostTables, string>(host, migrations, async (db) => {
      await db.deleteFrom('recovery_code').execute();
      await settleHost(db, keys, made);
      return countRows(byName(db));
    });
    lines.push(`host.sqlite: ${counts}`, ...(await auditLines(host, keys?.ring)));
  }
  const panel = path.join(data, 'panel.sqlite');
  if (existsSync(panel)) {
    const counts = await withDatabase<StoreTables, string>(panel, storeMigrations, async (db) => {
      await db.deleteFrom('session').execute();
      await db.deleteFrom('idempotency_key').execute();
      await db.deleteFrom('record_lock').execute();
      if (key && !keys)
        await db.deleteFrom('shared_setting').where('name', '=', KEY_SETTING).execute();
      return countRows(byName(db));
    });
    lines.push(`panel.sqlite: ${counts}`);
  }
  return lines;
}

/** Returns how many rows each table holds, for people. */
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
 * Leaves a note for the next start, which puts it among the checkpoints: the log is shorter than they say. Without
 * the keys the database is to take those of the next start.
 */
async function settleHost(db: Database, keys: OpenKeys | undefined, made: string): Promise<void> {
  if (keys) {
    await takeKeys(db, keys);
    await noteRestore(db, keys.ring, made);
    return;
  }
  await db.deleteFrom('host_setting').where('name', '=', KEY_SETTING).execute();
  await db.updateTable('chain_head').set({ head_key: null, head_signature: null }).execute();
}

/** Not what lists have made for themselves: db/sqlite-indexes.ts. */
function isOfStudy({ name }: { name: string }): boolean {
  return !/^(list|find|count)_/.test(name);
}
