import type { HistoryStore } from './identities';
import { getKeyId, hasLostKey, openIdentity, sealIdentity } from './sealed-identity';

/**
 * Decrypts the identities that an earlier key has encrypted, and encrypts them with the current key. Returns the number
 * of these identities, and the entities that have identities whose panel key is not available.
 */
export async function resealIdentities({
  db,
  ring,
}: HistoryStore): Promise<{ count: number; lost: Set<string> }> {
  let last = '';
  let count = 0;
  const lost = new Set<string>();
  for (;;) {
    const rows = await db
      .selectFrom('record_identity')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(500)
      .execute();
    if (rows.length === 0) return { count, lost };
    for (const row of rows) {
      last = row.id;
      if (getKeyId(row) === ring.current.id) continue;
      if (hasLostKey(row, ring)) lost.add(row.entity);
      const identity = openIdentity(row, ring);
      if (!identity) continue;
      const { digest, sealed } = sealIdentity(identity, ring.current, row.digest !== null);
      const { numUpdatedRows } = await db
        .updateTable('record_identity')
        .set({ digest, sealed })
        .where('id', '=', row.id)
        // An erasure may have replaced the key of the record meanwhile.
        .where('sealed', '=', row.sealed)
        .executeTakeFirstOrThrow();
      count += Number(numUpdatedRows);
    }
  }
}
