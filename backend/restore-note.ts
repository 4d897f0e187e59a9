import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from './db/types';
import type { KeyRing, RootKey } from './keys/key-ring';

/** Where a restore leaves a note for the next start, which puts it among the checkpoints. */
export const RESTORED_SETTING = 'audit-restored';

/**
 * Notes in a restored database, signed, that it was restored: its audit log is shorter than the checkpoints say.
 * The note is in the database, as a trial restore must not touch the checkpoints of the running panel.
 */
export async function noteRestore(db: Database, ring: KeyRing, made: string): Promise<void> {
  const note = `restored at ${new Date().toISOString()} from the backup of ${made} (${randomBytes(6).toString('hex')})`;
  const value = JSON.stringify({
    note,
    key: ring.current.id,
    signature: sign(note, ring.current),
  });
  await db
    .insertInto('host_setting')
    .values({ name: RESTORED_SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Returns the note of the last restore; undefined when there is none, or none that the key has signed. */
export async function readRestoreNote(db: Database, ring: KeyRing): Promise<string | undefined> {
  const row = await db
    .selectFrom('host_setting')
    .select('value')
    .where('name', '=', RESTORED_SETTING)
    .executeTakeFirst();
  if (!row) return undefined;
  try {
    const { note, key, signature } = JSON.parse(String(row.value)) as Record<string, unknown>;
    const signer = ring.find(String(key));
    if (!signer) return undefined;
    const wanted = Buffer.from(sign(String(note), signer));
    const found = Buffer.from(String(signature));
    return wanted.length === found.length && timingSafeEqual(wanted, found)
      ? String(note)
      : undefined;
  } catch {
    return undefined;
  }
}

function sign(note: string, key: RootKey): string {
  return createHmac('sha256', key.derive('audit checkpoint', 'restored'))
    .update(note)
    .digest('hex');
}
