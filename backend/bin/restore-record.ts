import { getDialect } from 'shared/db/dialect-of';
import { byName, type SqlRow } from 'shared/db/types';
import { isRecordId } from 'shared/record-id';
import { z } from 'zod';
import { type Change, transactWithEntries } from '../audit/change';
import type { Database } from '../db/types';
import { findDuplicate } from '../entities/find-duplicate';
import { readRecordById } from '../entities/rows';
import type { Table } from '../entities/table';
import { done, type Envelope, notFound, refused } from '../wire/envelope';
import { getFirstProblem, required } from '../wire/fields';
import type { FormFields } from '../wire/requests';

const uidSchema = z.object({ uid: required('uid') });
const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** Returns the wire name of the entity of a record in the bin, or undefined if the bin does not have the record. */
export async function findDeletedWireName(db: Database, uid: unknown): Promise<string | undefined> {
  const found = await readFromBin(db, String(uid));
  return found?.deleted_entity;
}

/**
 * Answers `bin/restore` with the restored record. Puts the deleted row back under its former id. Refuses this if
 * another record has the id, if a text that must be unique has been taken, or if a record that the row refers to
 * does not exist any more.
 */
export async function restoreRecord(
  change: Change,
  tables: readonly Table[],
  fields: FormFields,
): Promise<Envelope> {
  const form = uidSchema.safeParse(fields);
  if (!form.success) return refused(getFirstProblem(form.error));
  const { uid } = form.data;
  return transactWithEntries(change, async (transaction, note) => {
    const deleted = await readFromBin(transaction, uid);
    const table = tables.find(({ wireName }) => wireName === deleted?.deleted_entity);
    if (!deleted || !table) return notFound('deleted record', uid);
    // An import may be adding the same text at the same time.
    if (table.save?.unique) await getDialect(transaction).lockTable(transaction, table.table);
    const row = rowSchema.parse(JSON.parse(deleted.deleted_row));
    const problem = await findProblem(transaction, table, deleted.deleted_key, row);
    if (problem) return refused(problem);
    await transaction
      .deleteFrom('deleted_record')
      .where('deleted_id', '=', deleted.deleted_id)
      .execute();
    await byName(transaction).insertInto(table.table).values(row).execute();
    const restored = await readRecordById(transaction, table, deleted.deleted_key);
    return note(done(restored ? [restored] : []));
  });
}

async function readFromBin(db: Database, uid: string) {
  if (!isRecordId(uid)) return undefined;
  return db
    .selectFrom('deleted_record')
    .select(['deleted_id', 'deleted_entity', 'deleted_key', 'deleted_row'])
    .where('deleted_id', '=', Number(uid))
    .executeTakeFirst();
}

/** Returns the reason that a row cannot be put back, or undefined if it can. */
async function findProblem(
  db: Database,
  table: Table,
  key: number,
  row: SqlRow,
): Promise<string | undefined> {
  if (await readRecordById(db, table, key))
    return `Another ${table.singular} has the ID ${key} now`;
  return (
    (table.save && (await findDuplicate(db, table, table.save, row, undefined))) ??
    (await table.save?.check?.(db, row, undefined))
  );
}
