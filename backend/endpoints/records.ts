import { getDialect } from 'shared/db/dialect-of';
import { byName, type SqlRow } from 'shared/db/types';
import { defined } from 'shared/defined';
import { z } from 'zod';
import { type Change, transactWithEntries } from '../audit/change';
import { copyToBin } from '../bin/copy-to-bin';
import type { Database } from '../db/types';
import { findDuplicate } from '../entities/find-duplicate';
import { isImportRunning } from '../entities/import-running';
import { readRecord, readRecordById } from '../entities/rows';
import { buildStamps } from '../entities/stamps';
import type { SaveRules, Table } from '../entities/table';
import { listReferringEntities } from '../import/import-tables';
import { done, type Envelope, notFound, refused } from '../wire/envelope';
import { getFirstProblem, required } from '../wire/fields';
import type { Mail } from '../wire/messages';
import type { FormFields } from '../wire/requests';
import { findSavedRecord, storeSaveKey } from './saved-once';

const uidSchema = z.object({ uid: required('uid') });
const saveSchema = uidSchema.extend({ user: required('The name of the user who saves') });

/** Answers `{name}/id/{id}` with the record. */
export async function getRecord(db: Database, table: Table, id: string): Promise<Envelope> {
  const row = await readRecord(db, table, id);
  return row ? done([row]) : notFound(table.singular, id);
}

/**
 * Creates the function that answers `{name}/update` with the saved row. The uid 0 adds a record; any other uid
 * changes the record with that id. If a record was already added with the same idempotency key, returns that
 * record and adds none. `send` is called with the mail that a change causes, after the change is committed.
 */
export function buildSaver(table: Table, rules: SaveRules, send?: (mail: Mail) => void) {
  const schemas = { add: buildParameters(rules, true), change: buildParameters(rules, false) };

  return async (change: Change, fields: FormFields): Promise<Envelope> => {
    const request = saveSchema.safeParse(fields);
    if (!request.success) return refused(getFirstProblem(request.error));
    const { uid, user } = request.data;
    const adding = uid === '0' && !rules.changeOnly;
    const form = (adding ? schemas.add : schemas.change).safeParse(fields);
    if (!form.success) return refused(getFirstProblem(form.error));
    const values: SqlRow = Object.fromEntries(
      Object.entries(form.data).map(([name, value]) => [
        defined(rules.parameters[name]).column,
        value,
      ]),
    );

    const saveKey = change.key && `${table.wireName} ${change.key}`;
    let notice: Mail | undefined;
    const answer = await transactWithEntries(change, async (transaction, note) => {
      notice = undefined;
      // An import may be adding the same text at the same time.
      if (rules.unique) await getDialect(transaction).lockTable(transaction, table.table);
      const before = adding && saveKey ? await findSavedRecord(transaction, saveKey) : undefined;
      if (before) return done(listRows(await readRecordById(transaction, table, Number(before))));
      const current = adding ? undefined : await readRecord(transaction, table, uid);
      if (!adding && !current) return notFound(table.singular, uid);
      if (current && change.isCurrent?.(current) === false) return refused(hasChanged(table));
      const problem =
        (await findDuplicate(transaction, table, rules, values, current)) ??
        (await rules.check?.(transaction, values, current, fields));
      if (problem) return refused(problem);
      const stamped = { ...values, ...buildStamps(table, user, change.now, adding) };
      const id = current
        ? await update(transaction, table, current, stamped)
        : await add(transaction, table, stamped);
      if (adding && saveKey) await storeSaveKey(transaction, saveKey, Number(id));
      notice = current && (await rules.changed?.(transaction, current, values, fields));
      const saved = await readRecordById(transaction, table, id);
      const events = current && saved ? rules.events?.(current, saved) : [];
      return note(done(listRows(saved)), { events });
    });
    if (notice) send?.(notice);
    return answer;
  };
}

/**
 * Answers `{name}/delete`: deletes a record unless the table's rules or a running import of references refuse
 * it. With `bin`, the record can be restored, and the answer has the id of the deleted record in the bin. `send` is
 * called with the mail that the deletion causes, after it is committed.
 */
export async function deleteRecord(
  change: Change,
  table: Table,
  fields: FormFields,
  { bin, send }: { bin?: { now: number } | undefined; send?: (mail: Mail) => void } = {},
): Promise<Envelope> {
  const form = uidSchema.safeParse(fields);
  if (!form.success) return refused(getFirstProblem(form.error));
  const { uid } = form.data;
  let notice: Mail | undefined;
  const answer = await transactWithEntries(change, async (transaction, note) => {
    notice = undefined;
    const row = await readRecord(transaction, table, uid);
    if (!row) return notFound(table.singular, uid);
    if (change.isCurrent?.(row) === false) return refused(hasChanged(table));
    const problem = (await isImportRunning(transaction, listReferringEntities(table.table)))
      ? `Records that refer to this ${table.singular} are being imported. Please try again when the import has ended`
      : typeof table.remove === 'function'
        ? await table.remove(transaction, row, fields)
        : undefined;
    if (problem) return refused(problem);
    const key = row[table.key] ?? null;
    const deleted_id =
      bin && table.goesToBin
        ? await copyToBin(transaction, table, key, {
            user: change.entries?.at(0)?.username ?? null,
            date: change.now,
            at: bin.now,
          })
        : undefined;
    await byName(transaction).deleteFrom(table.table).where(table.key, '=', key).execute();
    notice = table.removed?.(row, fields);
    return note(done(deleted_id === undefined ? null : [{ deleted_id }]));
  });
  if (notice) send?.(notice);
  return answer;
}

/** Returns the message of a change whose record the caller has read before another change. */
function hasChanged({ singular }: Table): string {
  return `The ${singular} has just been changed by somebody else. Nothing was done`;
}

function listRows(row: SqlRow | undefined): SqlRow[] {
  return row ? [row] : [];
}

function buildParameters(rules: SaveRules, adding: boolean) {
  const accepted = Object.entries(rules.parameters).filter(([, { addOnly }]) => adding || !addOnly);
  const shape = Object.fromEntries(accepted.map(([name, { schema }]) => [name, schema]));
  return z.object(shape);
}

async function add(db: Database, table: Table, values: SqlRow) {
  const row = await byName(db)
    .insertInto(table.table)
    .values(values)
    .returning(table.key)
    .executeTakeFirstOrThrow();
  return row[table.key] ?? null;
}

async function update(db: Database, table: Table, current: SqlRow, values: SqlRow) {
  const id = current[table.key] ?? null;
  await byName(db).updateTable(table.table).set(values).where(table.key, '=', id).execute();
  return id;
}
