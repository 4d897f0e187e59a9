import type { CheckpointPart } from 'shared/checkpoints/write-checkpoints';
import { byName } from 'shared/db/types';
import type { KeyRing } from 'shared/keys/key-ring';
import type { Database } from '../db/types';
import { chains } from './chain';
import { checkHead, readHead } from './chain-head';

/** The tables of the audit log. Checkpoints have the head of each. */
export const auditTables: readonly string[] = chains.map(({ table }) => table);

/** Returns the audit log of a host as a part of its checkpoints. */
export function makeAuditPart(db: Database, ring: KeyRing): CheckpointPart {
  return {
    settings: { db: byName(db), table: 'host_setting' },
    command: 'audit:verify',
    async readHeads() {
      await syncEntries(db);
      const rows = await db.selectFrom('chain_head').selectAll().orderBy('chain_table').execute();
      return rows.map((row) => {
        const head = readHead(row);
        const isSigned = checkHead(head, ring) === 'signed';
        return { table: head.table, id: head.lastId, digest: head.lastDigest, isSigned };
      });
    },
  };
}

/**
 * Syncs all entries to the disk, because commits of import threads are not synced. Otherwise, the log could be shorter
 * than its checkpoint after a power cut. The update changes no value, but its commit also syncs all earlier commits.
 */
async function syncEntries(db: Database): Promise<void> {
  await db
    .updateTable('chain_head')
    .set((eb) => ({ last_id: eb.ref('last_id') }))
    .execute();
}
