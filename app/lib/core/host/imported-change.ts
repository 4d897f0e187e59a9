import type { AppendedChange } from 'backend/history/append-changes';
import { compareValues, type HistoryValue } from 'backend/history/change';
import { readWholeRecord } from 'backend/history/whole-record';
import type { StoredChange } from 'backend/import/stored-changes';
import { declarations } from 'shared/entities';
import { type EntityDeclaration, getWireName } from 'shared/entities/declaration';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { z } from 'zod';

const STAMPS = ['createuser', 'createdate', 'lastupdateuser', 'lastupdatedate'] as const;

const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/**
 * Converts a change by an import to a change of the history: all values for an added record, only the changed fields
 * for an updated one. Leaves out values of fields that the entity does not declare. Returns undefined if no value
 * differs, or if there is no such entity any more. Throws if the values are not JSON with one value per field.
 */
export function readImportedChange(stored: StoredChange): AppendedChange | undefined {
  const { change_id: id, record_id: recordId, username, at, request_id } = stored;
  const declaration = findDeclaration(stored.entity);
  if (!declaration) return undefined;
  const before =
    stored.before_change === null ? undefined : readRow(declaration, stored.before_change);
  const after = { ...before, ...readRow(declaration, stored.after_change) };
  const [valuesBefore, valuesAfter] = [
    before && readValues(declaration, before),
    readValues(declaration, after),
  ];
  const fields = compareValues(
    [...new Set(Object.keys({ ...valuesBefore, ...valuesAfter }))],
    valuesBefore,
    valuesAfter,
  );
  if (fields.length === 0) return undefined;
  const action = before ? 'Update' : 'Add';
  const { name: entity } = declaration;
  return { id, at, entity, recordId, username, action, fields, requestId: request_id ?? undefined };
}

/** Returns the word for an entity in the paths of hosts, or undefined if there is no such entity. */
export function findWireName(entity: string): string | undefined {
  const declaration = declarations.find(({ name }) => name === entity);
  return declaration && getWireName(declaration);
}

/** Reads the declared values of a record, and leaves out all others. */
function readRow({ fields, stamps }: EntityDeclaration, json: string): Row {
  const declared = new Set([
    ...Object.keys(fields),
    ...Object.values(fields).flatMap(({ storedIn, input }) => [storedIn, input?.source]),
    ...STAMPS.map((stamp) => stamps && `${stamps.prefix}_${stamp}`),
  ]);
  const values = valuesSchema.parse(JSON.parse(json));
  return Object.fromEntries(Object.entries(values).filter(([name]) => declared.has(name)));
}

function findDeclaration(wireName: string) {
  return declarations.find((declaration) => getWireName(declaration) === wireName);
}

/** Returns the values of the form, of the list, and of stored columns that are in neither. */
function readValues(
  declaration: (typeof declarations)[number],
  row: Row,
): Record<string, HistoryValue | undefined> {
  const values = readWholeRecord(declaration, row);
  const hidden = listStoredColumns(declaration, row).filter((column) => !(column in values));
  return {
    ...values,
    ...Object.fromEntries(hidden.map((column) => [column, toText(row[column])])),
  };
}

/**
 * Returns the columns of a row, without the key and without columns that another field shows, such as the column with
 * the code of a choice.
 */
function listStoredColumns({ fields, key }: EntityDeclaration, row: Row): string[] {
  const codes = new Set(Object.values(fields).map(({ storedIn }) => storedIn));
  const sources = new Set(Object.values(fields).map(({ input }) => input?.source));
  return Object.keys(row).filter(
    (column) => column !== key && !codes.has(column) && !sources.has(column),
  );
}
