import { expect } from 'vitest';
import type { Visitor } from '../visitor';
import { type ChangedEntity, changedEntities, type Drawn } from './entities';
import { pickRecord } from './records';
import type { Study } from './study';

/** Imports a file that changes one record and adds another, and waits until the history has both changes. */
export async function importRecords(study: Study): Promise<void> {
  const entity = study.chance.pick(changedEntities);
  const row = await pickRecord(study, entity);
  const { key, matchedBy = key } = entity;
  const cells = toCells(await entity.draw(study, row));
  const changed = { ...cells, [key]: row[key], [matchedBy]: row[matchedBy] };
  const added = toCells(await entity.draw(study));
  await importFile(study.visitor, entity, [changed, added]);
  await expect.poll(() => study.query('select n from imported_change')).toEqual([]);
}

/** Has the records checked and imported on the page for imports, and waits for the end. */
export async function importFile(
  visitor: Visitor,
  { title }: Pick<ChangedEntity, 'title'>,
  records: readonly unknown[],
): Promise<void> {
  await visitor.open('/import');
  const file = new File([JSON.stringify(records)], 'records.json');
  await visitor.press('Check file', { List: title }, { File: file });
  await awaitEnd(visitor);
  await visitor.press(`Import ${records.length} ${records.length === 1 ? 'row' : 'rows'}`);
  await awaitEnd(visitor);
  const heading = visitor.page.getByRole('heading', { level: 1 }).textContent;
  expect([heading, title]).toEqual(['Import finished', title]);
}

async function awaitEnd(visitor: Visitor): Promise<void> {
  await expect
    .poll(async () => {
      const underWay = visitor.page.queryByRole('link', { name: 'Show progress now' });
      if (underWay) await visitor.open(visitor.url);
      return underWay;
    })
    .toBeNull();
}

/** Returns the cells of an imported row. A list is JSON text. */
function toCells({ values, rows }: Drawn): Record<string, string> {
  if (!rows) return { ...values };
  const ids = rows.rows.map(({ id }) => Number(id ?? 0));
  const last = Math.max(...ids);
  // The ids are numbers, as the app writes them: the history does not know whether an id was a number or a text.
  const items = rows.rows.map((row, at) => ({ ...row, id: ids[at] || last + at + 1, no: at + 1 }));
  return { ...values, [rows.column]: JSON.stringify(items) };
}
