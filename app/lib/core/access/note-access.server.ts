import { stamp } from 'shared/db/clock';
import type { ListQuery } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import { phoneNumberField, tellsWho } from '../masking/mask.server';
import { config } from '../server/config.server';
import { getRequestId } from '../server/request-scope.server';
import { mustStore } from '../server/unwritable.server';
import type { SignedInUser } from '../session/user';
import { getUserKey } from '../session/user-key.server';
import type { AccessKind } from './access-kinds';
import { collect, storeMany } from './collect-accesses.server';
import { findAccounts, type ShownValue } from './shown-accounts';
import {
  findExported,
  findShown,
  namePhone,
  type ShownField,
  type ShownRecord,
} from './shown-records';
import { type Access, storeAccesses, storeExport } from './store-accesses.server';

/** The user to whom records are shown. */
export type Viewer = Pick<SignedInUser, 'id' | 'username'>;

/** Notes that rows were shown to a user, if one of the shown fields identifies somebody. */
export function noteRows(
  user: Viewer,
  kind: AccessKind,
  entity: Entity,
  rows: readonly Row[],
  fields: readonly ShownField[],
): void {
  noteRecords(user, kind, entity.name, findShown(entity, rows, fields));
}

/** Returns the kind of an access that shows a page of an entity's list. */
export function getListKind(
  { source, holdsMessages }: Entity,
  { q, filters }: Pick<ListQuery, 'q' | 'filters'>,
): AccessKind {
  if (source === 'history') return 'History';
  if (holdsMessages) return 'Chat';
  return q !== undefined || filters.length > 0 ? 'Search' : 'List';
}

/** Notes that the page of a list showed the number of the phone to which the list belongs. */
export function noteParent(user: Viewer, { name, ofPhone }: Entity): void {
  if (ofPhone) noteNumbers(user, 'List', name, [ofPhone]);
}

/** Notes that a page showed the numbers of phones, unless they were masked. */
export function noteNumbers(
  user: Viewer,
  kind: AccessKind,
  list: string,
  numbers: readonly string[],
): void {
  const shown = numbers.filter((number) => tellsWho(phoneNumberField, number));
  noteRecords(user, kind, list, shown.map(namePhone));
}

/**
 * Notes that a page about a list showed values of its fields. Some are names of accounts that identify their owners.
 */
export function noteValues(
  user: Viewer,
  kind: AccessKind,
  entity: Entity,
  values: readonly ShownValue[],
): void {
  noteRecords(user, kind, entity.name, findAccounts(entity, values));
}

/** Notes that identifying fields of records were shown to a user. Does nothing if `shown` is empty. */
export function noteRecords(
  user: Viewer,
  kind: AccessKind,
  list: string,
  shown: readonly ShownRecord[],
): void {
  if (shown.length > 0) collect({ ...buildAccess(user, kind, list), records: shown });
}

/**
 * Stores that a masked value of a record was revealed, before the page shows it. `list` is the name of the entity with
 * the field, as `nameRevealed` returns it. Throws a 503 response if the log cannot be stored.
 */
export async function storeReveal(user: Viewer, list: string, shown: ShownRecord[]): Promise<void> {
  const access = { ...buildAccess(user, 'Reveal', list), records: shown };
  await mustStore(() => storeAccesses([access]), 'any');
}

/** An export whose records are noted as they are sent. */
export interface ExportAccess {
  /** Notes the rows of a part before it is sent. Waits if the store is slower than the export. */
  add(rows: readonly Row[]): Promise<void>;
}

/**
 * Stores the entry of an export before its first row is sent. Throws a 503 response if it cannot be stored. Returns
 * undefined if no exported field identifies anybody.
 */
export async function openExport(
  user: Viewer,
  entity: Entity,
  fields: readonly ShownField[],
): Promise<ExportAccess | undefined> {
  const identifying = fields.filter((field) => field.identifying !== false);
  if (identifying.length === 0) return undefined;
  const add = await startExport(user, entity);
  return { add: (rows) => add(findExported(entity, rows, identifying)) };
}

/**
 * Stores the entry of an export of values of an entity's fields, before it is sent. Throws a 503 response if it
 * cannot be stored. Does nothing if the values identify nobody.
 */
export async function noteExportedValues(
  user: Viewer,
  entity: Entity,
  values: readonly ShownValue[],
): Promise<void> {
  const shown = findAccounts(entity, values);
  if (shown.length === 0) return;
  const add = await startExport(user, entity);
  await add(shown);
}

/** Stores the entry of an export. Returns the function that adds the records of a part to it. */
async function startExport(user: Viewer, { name }: Entity) {
  const access = buildAccess(user, 'Export', name);
  const id = await mustStore(() => storeExport({ ...access, records: [] }), 'any');
  let part = 0;
  return async (records: readonly ShownRecord[]): Promise<void> => {
    if (records.length === 0) return;
    collect({ ...access, records, export: { id, part } });
    part += 1;
    await storeMany();
  };
}

function buildAccess(user: Viewer, kind: AccessKind, list: string): Omit<Access, 'records'> {
  return {
    date: stamp(new Date(), config.STUDY_TIME_ZONE),
    user: { key: getUserKey(user), name: user.username },
    request: getRequestId(),
    kind,
    list,
  };
}
