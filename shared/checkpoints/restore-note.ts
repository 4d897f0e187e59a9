import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { NamedDatabase } from '../db/types';
import { checkSignature } from '../keys/check-signature';
import type { KeyRing, RootKey } from '../keys/key-ring';

/** The name of the setting in which a restore stores a note. The next start adds the note to the checkpoints. */
const SETTING = 'audit-restored';

const schema = z.object({ note: z.string(), key: z.string(), signature: z.string() });

/** A table of settings with the columns `name` and `value`. */
export interface NotedSettings {
  db: NamedDatabase;
  table: 'host_setting' | 'shared_setting';
}

/**
 * Stores a signed note in a restored database, which explains why its chains are shorter than the checkpoints
 * say. The note is in the database because a trial restore must not change the checkpoints of the running
 * panel.
 */
export async function noteRestore(
  { db, table }: NotedSettings,
  ring: KeyRing,
  made: string,
): Promise<void> {
  const note = `restored at ${new Date().toISOString()} from the backup of ${made} (${randomBytes(6).toString('hex')})`;
  const value = JSON.stringify({
    note,
    key: ring.current.id,
    signature: sign(note, ring.current),
  });
  await db
    .insertInto(table)
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Returns the note of the last restore, or undefined when there is none with a valid signature. */
export async function readRestoreNote(
  { db, table }: NotedSettings,
  ring: KeyRing,
): Promise<string | undefined> {
  const row = await db
    .selectFrom(table)
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  if (!row) return undefined;
  try {
    const { note, ...signed } = schema.parse(JSON.parse(String(row.value)));
    const verdict = checkSignature(signed, ring, (key) => sign(note, key));
    return verdict === 'signed' ? note : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the note, after the next start has added it to the checkpoints. */
export async function removeRestoreNote({ db, table }: NotedSettings): Promise<void> {
  await db.deleteFrom(table).where('name', '=', SETTING).execute();
}

function sign(note: string, key: RootKey): string {
  return createHmac('sha256', key.derive('audit checkpoint', 'restored'))
    .update(note)
    .digest('hex');
}
