import { z } from 'zod';
import {
  decryptEnteredId,
  deriveAddressKeys,
  encryptId,
} from '../app/lib/core/addresses/encrypt-id';
import { adoptImportedChanges } from '../backend/history/adopt-imported-changes';
import { countChanges, eraseHistory } from '../backend/history/erase';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { declarations } from '../shared/entities';
import { hasOpaqueIds } from '../shared/entities/declaration';
import type { KeyRing } from '../shared/keys/key-ring';
import { findKeys } from '../shared/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { type DataSettings, dataSettings } from '../shared/settings/settings';
import { removeDeleted, withStudyDatabase } from './databases';
import { print } from './print';
import { readArguments } from './read-arguments';
import { UsageError } from './usage-error';

const countSchema = z.coerce.number().int().min(0);

/**
 * Runs `npm run history:erase`: erases the identifying values in the history of a record. Without `--changes`, only
 * prints how many changes the history has. On SQLite, then rewrites the database file, so that the file no longer
 * contains the key that decrypted the values.
 */
export function run(args: string[]): Promise<void> {
  const { positionals, values } = readArguments('history:erase', args);
  const [entity = '', id, ...more] = positionals;
  if (!id || more.length > 0)
    throw new UsageError('Name an entity and the id of a record', 'history:erase');
  const declaration = declarations.find(({ name }) => name === entity);
  if (!declaration)
    throw new Error(
      `There is no entity ${entity}. Entities: ${declarations.map(({ name }) => name).join(', ')}.`,
    );
  const changes = countSchema.optional().safeParse(values.changes === '' ? NaN : values.changes);
  if (!changes.success)
    throw new UsageError('The number of changes must be a whole number', 'history:erase');
  if (changes.data !== undefined && !values.as)
    throw new Error('Say who erases: --as and a username, as the audit log shall name it.');
  const settings = readSettings(dataSettings, process.env);
  return withoutStatementLimit(() =>
    erase(settings, declaration, id, { changes: changes.data, username: values.as ?? '' }),
  );
}

async function erase(
  settings: DataSettings,
  declaration: (typeof declarations)[number],
  id: string,
  { changes, username }: { changes: number | undefined; username: string },
): Promise<void> {
  const ring = findKeys(settings)?.ring;
  if (!ring) throw new Error('There is no panel key: set PANEL_KEY or PANEL_KEY_FILE.');
  const recordId = decryptEnteredId(ring.all.map(deriveAddressKeys), declaration.name, id) ?? id;
  const name = { entity: declaration.name, recordId };
  await withStudyDatabase(settings, async (db) => {
    const store = { db, ring };
    if (changes !== undefined) await adoptImportedChanges(store);
    const counts = await countChanges(store, name);
    if (!counts) throw new Error(`This ${declaration.singular} has no history that can be read.`);
    const found = `The history of this ${declaration.singular} has ${counts.changes} changes`;
    if (changes === undefined) {
      print(`${found}. Values that are not erased yet: those of ${counts.notErased} changes.`);
      print(`Add --changes ${counts.changes} --as USERNAME to erase its identifying values.`);
      return;
    }
    const record = `${declaration.singular} ${describeId(declaration, recordId, ring)}`;
    const description = `Erased the identifying values in the history of ${record}: ${changes} changes`;
    const entry = { username, title: 'History', action: 'Delete', description } as const;
    if (await eraseHistory(store, name, { changes, entry }))
      print(`Erased the identifying values of ${changes} changes. Backups still hold them.`);
    else print('Nothing to do: these values were erased before.');
    await removeDeleted(db, settings);
  });
}

/** Returns the id of a record as the audit log names it. The id of a person's record is opaque. */
function describeId(declaration: (typeof declarations)[number], id: string, ring: KeyRing): string {
  return hasOpaqueIds(declaration)
    ? encryptId(deriveAddressKeys(ring.current), declaration.name, id)
    : id;
}
