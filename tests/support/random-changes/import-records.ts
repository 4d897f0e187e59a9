import { importFile } from '../import-steps';
import type { Visitor } from '../visitor';
import { type ChangedEntity, changedEntities, type Drawn } from './entities';
import { pickRecord } from './records';
import type { Study } from './study';

/** Imports a file that changes one record and adds another. */
export async function importRecords(study: Study): Promise<void> {
  const entity = study.chance.pick(changedEntities);
  const row = await pickRecord(study, entity);
  const { key, matchedBy = key } = entity;
  const cells = toCells(await entity.draw(study, row));
  const changed = { ...cells, [key]: row[key], [matchedBy]: row[matchedBy] };
  const added = toCells(await entity.draw(study));
  await importInto(study.visitor, entity, [changed, added]);
}

/** Imports records into the list of an entity, and waits for the end. */
export async function importInto(
  visitor: Visitor,
  { title }: Pick<ChangedEntity, 'title'>,
  records: readonly unknown[],
): Promise<void> {
  const file = new File([JSON.stringify(records)], 'records.json');
  const rows = records.length === 1 ? '1 row' : `${records.length} rows`;
  await importFile(visitor, title, file, rows);
}

/** Returns the cells of a row to import, in which a list is JSON text. */
function toCells({ values, rows }: Drawn): Record<string, string> {
  if (!rows) return { ...values };
  const ids = rows.rows.map(({ id }) => Number(id ?? 0));
  const last = Math.max(...ids);
  // The ids are numbers, as the app writes them, because the history does not record whether an id was a number or a
  // text.
  const items = rows.rows.map((row, at) => ({ ...row, id: ids[at] || last + at + 1, no: at + 1 }));
  return { ...values, [rows.column]: JSON.stringify(items) };
}
