import type { StoredChange } from 'backend/import/stored-changes';
import { declarations } from 'shared/entities';
import { type EntityDeclaration, getWireName } from 'shared/entities/declaration';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { z } from 'zod';
import { getEntity } from '../entities';
import type { AppendedChange } from '../history/append-changes';
import { compareValues, type HistoryValue } from '../history/change';
import { readWholeRecord } from '../history/whole-record';

const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/**
 * Converts a change by an import to the form that the history stores: all values of an added record, or the changed
 * fields. Returns undefined if no value differs, or if there is no such entity any more.
 */
export function readImportedChange(stored: StoredChange): AppendedChange | undefined {
  const { change_id: id, record_id: recordId, username, at, request_id } = stored;
  const declaration = findDeclaration(stored.entity);
  if (!declaration) return undefined;
  const before =
    stored.before_change === null
      ? undefined
      : valuesSchema.parse(JSON.parse(stored.before_change));
  const after = { ...before, ...valuesSchema.parse(JSON.parse(stored.after_change)) };
  const [former, latter] = [
    before && readValues(declaration, before),
    readValues(declaration, after),
  ];
  const fields = compareValues([...new Set(Object.keys({ ...former, ...latter }))], former, latter);
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

function findDeclaration(wireName: string) {
  return declarations.find((declaration) => getWireName(declaration) === wireName);
}

/** Returns the values of a whole record, and of the stored columns that neither the form nor the list has. */
function readValues(
  declaration: (typeof declarations)[number],
  row: Row,
): Record<string, HistoryValue | undefined> {
  const values = readWholeRecord(getEntity(declaration.name), row);
  const hidden = listHiddenColumns(declaration, row).filter((column) => !(column in values));
  return {
    ...values,
    ...Object.fromEntries(hidden.map((column) => [column, toText(row[column])])),
  };
}

/**
 * Returns the columns of a row, without the key and without columns that another field shows, such as the code of a
 * choice.
 */
function listHiddenColumns({ fields, key }: EntityDeclaration, row: Row): string[] {
  const codes = new Set(Object.values(fields).map(({ storedIn }) => storedIn));
  const sources = new Set(Object.values(fields).map(({ input }) => input?.source));
  return Object.keys(row).filter(
    (column) => column !== key && !codes.has(column) && !sources.has(column),
  );
}
