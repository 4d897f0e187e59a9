import type { SqlRow } from 'shared/db/types';
import type { EntityDeclaration } from 'shared/entities/declaration';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { memoizeByObject } from 'shared/memoize-by-object';
import { getBoundKeys } from '../audit/chain';
import type { Database } from '../db/types';
import { appendChanges, type MadeChange } from './append-changes';
import { compareValues, type HistoryValue } from './change';
import { readWholeRecord } from './whole-record';

/** A stored row that the study itself has added or changed, such as by an import. */
export interface RowChange {
  /** The id of the record in the panel. */
  recordId: string;
  /** The values before the change. Undefined if the record was added. */
  before: SqlRow | undefined;
  /** The values after the change. For a changed record, only those that differ. */
  after: SqlRow;
}

/** The user, the time and the request of changes. */
export interface ChangeOrigin {
  username: string;
  /** Milliseconds since the epoch. */
  at: number;
  requestId: string | undefined;
}

const STAMPS = ['createuser', 'createdate', 'lastupdateuser', 'lastupdatedate'] as const;

/**
 * Adds changes of stored rows to the history, in the transaction that makes them. Leaves out values of fields that the
 * entity does not declare, and changes of no other values. Expects at most 500 changes.
 */
export async function appendRowChanges(
  transaction: Database,
  declaration: EntityDeclaration,
  changes: readonly RowChange[],
  origin: ChangeOrigin,
): Promise<void> {
  const made = changes.flatMap((change) => describeRowChange(declaration, change, origin) ?? []);
  await appendChanges({ db: transaction, ring: getBoundKeys(transaction) }, made);
}

/**
 * Converts a change of a row to a change of the history: all values for an added record, only the changed fields for
 * an updated one. Returns undefined if no value differs.
 */
export function describeRowChange(
  declaration: EntityDeclaration,
  change: RowChange,
  origin: ChangeOrigin,
): MadeChange | undefined {
  const before = change.before && pickDeclared(declaration, change.before);
  const after = { ...before, ...pickDeclared(declaration, change.after) };
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
  const { name: entity } = declaration;
  const { recordId } = change;
  return { ...origin, entity, recordId, action: before ? 'Update' : 'Add', fields };
}

/**
 * Returns the columns of which the history keeps the values, and those of them that have no value of their own there:
 * the key, and columns that another field shows, such as the column with the code of a choice.
 */
const listColumns = memoizeByObject(({ fields, key, stamps }: EntityDeclaration) => {
  const shownByOthers = Object.values(fields).flatMap(({ storedIn, input }) => [
    ...(storedIn ? [storedIn] : []),
    ...(input?.source ? [input.source] : []),
  ]);
  const stampColumns = stamps ? STAMPS.map((stamp) => `${stamps.prefix}_${stamp}`) : [];
  return {
    declared: new Set([...Object.keys(fields), ...shownByOthers, ...stampColumns]),
    withoutValue: new Set([key, ...shownByOthers]),
  };
});

/** Returns the declared values of a row. */
function pickDeclared(declaration: EntityDeclaration, row: SqlRow): Row {
  const { declared } = listColumns(declaration);
  return Object.fromEntries(Object.entries(row).filter(([name]) => declared.has(name)));
}

/** Returns the values of the form, of the list, and of stored columns that are in neither. */
function readValues(
  declaration: EntityDeclaration,
  row: Row,
): Record<string, HistoryValue | undefined> {
  const values = readWholeRecord(declaration, row);
  const { withoutValue } = listColumns(declaration);
  const hidden = Object.keys(row).filter(
    (column) => !withoutValue.has(column) && !(column in values),
  );
  return {
    ...values,
    ...Object.fromEntries(hidden.map((column) => [column, toText(row[column])])),
  };
}
