import { findDeclaration } from 'shared/entities';
import { isIdentifying } from 'shared/entities/is-identifying';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { Column } from '../entities/column';
import type { Entity } from '../entities/entity';
import { tellsWho } from '../masking/mask.server';

/** A record whose identifying fields were sent to a browser. */
export interface ShownRecord {
  /** The name of the entity. */
  entity: string;
  key: string;
  /** True if the key itself identifies a person, such as a phone number. */
  isSecret: boolean;
}

type Named = Pick<Entity, 'name' | 'key' | 'list' | 'parentId'>;

/** Returns the record of the phone with this number. */
export function namePhone(number: unknown): ShownRecord {
  return { entity: 'phone', key: toText(number).trim(), isSecret: true };
}

/**
 * The lists whose rows show records of other entities, each with the function that returns these records. For example,
 * a message shows the phone of its author and its conversation. A change in a history shows its record and, if it links
 * or unlinks a participant, the phone of the participant.
 */
const shownInstead: Readonly<Record<string, (row: Row, entity: Named) => ShownRecord[]>> = {
  'conversation-summary': (row) => [namePhone(row.phone_number)],
  'last-seen': (row) => [namePhone(row.id)],
  'linked-participant': (row) => [namePhone(row.part_number)],
  conversation: (row) => [namePhone(row.id), nameConversation(row.conversation)],
  'deleted-record': (row) => [
    { entity: toText(row.deleted_entity), key: toText(row.deleted_key), isSecret: false },
  ],
  'accessed-record': nameIdentified,
  'record-history': (row) => [...nameIdentified(row), namePhone(row.linked_number)],
  'chat-message': (row, { parentId }) => [namePhone(row.number), nameConversation(parentId)],
};

/**
 * Returns the record of a row if the row's field `is_identifying` is true. The columns do not show whether such a row
 * identifies somebody: those of a history hold values of any field, and those of an access hold records of any entity.
 */
function nameIdentified({
  record_entity,
  record_id,
  is_secret,
  is_identifying,
}: Row): ShownRecord[] {
  if (!is_identifying) return [];
  return [{ entity: toText(record_entity), key: toText(record_id), isSecret: is_secret === true }];
}

function nameConversation(id: unknown): ShownRecord {
  return { entity: 'conversation', key: toText(id), isSecret: true };
}

/** Returns the records that a row of an entity's list is about. */
export function nameRecords(entity: Named, row: Row): ShownRecord[] {
  const named = shownInstead[entity.name]?.(row, entity) ?? [
    getShownRecord(entity, row[entity.key]),
  ];
  return named.filter(({ key }) => key !== '');
}

/** Returns the record of an entity with this id. For an entity with a parent, the key begins with the parent's id. */
export function getShownRecord(
  { name, key: field, list, parentId }: Named,
  id: unknown,
): ShownRecord {
  const column = list.columns.find((candidate) => candidate.field === field);
  const key = toText(id);
  return {
    entity: name,
    key: parentId === undefined || key === '' ? key : `${parentId}/${key}`,
    isSecret: column?.identifying !== false,
  };
}

/** Returns whether keys of an entity's records identify people. Returns true for an unknown entity. */
export function hasIdentifyingKey(entity: string): boolean {
  const declared = findDeclaration(entity);
  return declared?.fields[declared.key]?.identifying !== false;
}

/** A field that a page or an export shows. */
export type ShownField = Pick<Column, 'field' | 'identifying' | 'masked'>;

/**
 * Returns the records of the rows in which one of these fields holds an identifying value that a page shows. A masked
 * phone number and an age identify nobody.
 */
export function findShown(
  entity: Named,
  rows: readonly Row[],
  fields: readonly ShownField[],
): ShownRecord[] {
  return findRecords(entity, rows, fields, tellsWho);
}

/** Returns the records of the rows in which one of these fields holds an identifying value. Exports are not masked. */
export function findExported(
  entity: Named,
  rows: readonly Row[],
  fields: readonly ShownField[],
): ShownRecord[] {
  return findRecords(entity, rows, fields, () => true);
}

function findRecords(
  entity: Named,
  rows: readonly Row[],
  fields: readonly ShownField[],
  isShown: (field: ShownField, value: unknown) => boolean,
): ShownRecord[] {
  const identifying = fields.filter((field) => field.identifying !== false);
  if (identifying.length === 0) return [];
  const identifies = (field: ShownField, value: unknown) =>
    isIdentifying(field, value) && isShown(field, value);
  return rows
    .filter((row) => identifying.some((field) => identifies(field, row[field.field])))
    .flatMap((row) => nameRecords(entity, row));
}
