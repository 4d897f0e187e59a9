import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing, RootKey } from 'shared/keys/key-ring';
import type { Database } from '../db/types';

/** The name of the setting in which a restore stores a note. The next start adds it to the checkpoints. */
export const RESTORED_SETTING = 'audit-restored';

/**
 * Stores a signed note in a restored database, which explains why its audit log is shorter than the checkpoints
 * say. The note is in the database because a trial restore must not change the checkpoints of the running
 * panel.
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

/** Returns the note of the last restore, or undefined when there is none with a valid signature. */
export async function readRestoreNote(db: Database, ring: KeyRing): Promise<string | undefined> {
  const row = await db
    .selectFrom('host_setting')
    .select('value')
    .where('name', '=', RESTORED_SETTING)
    .executeTakeFirst();
  if (!row) return undefined;
  try {
    const { note, key, signature } = JSON.parse(row.value) as Record<string, unknown>;
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
