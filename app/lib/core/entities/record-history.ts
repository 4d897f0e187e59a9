import { declarations } from 'shared/entities';
import { defineEntity, type EntityDeclaration, hasOpaqueIds } from 'shared/entities/declaration';
import { shown, shownChoice } from 'shared/entities/shown-fields';
import { toText } from 'shared/list/values';
import type { Crumb } from '../../trail';
import { buildEntity } from './declared-entity';
import type { Entity } from './entity';
import { isLongNumber } from './identifying';

/**
 * The values of the column that tells whether a change can be taken back. 'Take back' is a link to the page for that.
 */
const undoStates = ['Take back', 'Taken back', 'Changed since', 'Final', 'Not known'] as const;

export type UndoState = (typeof undoStates)[number];

/** The start of the addresses of histories. */
export const HISTORY_PATH = '/history';

const SHORT_ID = /^[\w.-]{1,20}$/;
/** Matches an encrypted id. */
export const OPAQUE_ID = /^[\w-]{38,}$/;

/** Returns whether addresses can contain the id of a record as it is. Other ids are encrypted. */
export function isReadableId(id: string): boolean {
  return SHORT_ID.test(id) && !isLongNumber(id);
}

/** Returns whether the panel stores histories of an entity's records, because users can save, delete or import them. */
export function hasHistory({ form, deletable, import: imported }: EntityDeclaration): boolean {
  return Boolean(form || deletable || imported);
}

const declaration = defineEntity({
  name: 'record-history',
  source: 'history',
  singular: 'change',
  title: 'History',
  key: 'change_no',
  label: 'change_field',
  lead: [
    'change_field',
    'change_before',
    'change_after',
    'change_user',
    'change_date',
    'change_undo',
  ],
  fields: {
    change_no: { ...shown('No', { format: 'number', identifying: false }), hiddenAtFirst: true },
    change_date: shown('Date', { format: 'date-time', identifying: false, priority: 2 }),
    change_user: shown('User', {
      identifying: 'account name',
      priority: 2,
      breaks: true,
      cardLabel: 'By',
    }),
    change_action: shownChoice(
      'Action',
      ['Add', 'Update', 'Delete', 'Restore', 'Link', 'Unlink', 'Password change'],
      { priority: 4 },
    ),
    change_field: shown('Field', { identifying: false, priority: 0 }),
    change_before: shown('Before', { identifying: true, priority: 1, cardLabel: 'Before' }),
    change_after: shown('After', { identifying: true, priority: 0, cardLabel: '→ After' }),
    change_undo: shownChoice('Undo', undoStates, { priority: 0 }),
  },
  path: HISTORY_PATH,
  pageSize: 20,
});

const history = buildEntity(declaration, {
  pluralInWords: 'changes',
  columns: {
    change_undo: {
      link: ({ change_undo, change_id }) =>
        change_undo === 'Take back' ? getUndoPath(toText(change_id)) : undefined,
    },
  },
  list: {
    sort: { field: 'change_no', descending: true },
    extraFields: [
      ...['change_id', 'record_entity', 'record_id', 'is_secret', 'is_identifying'],
      'linked_number',
    ],
  },
});

/** Returns the breadcrumb of an entity's list, or of the list of its parent entity if it has one. */
function findListCrumb({ title, path, ...entity }: EntityDeclaration): Crumb {
  const parent = declarations.find(({ name }) => 'parent' in entity && name === entity.parent);
  return parent ? { title: parent.title, href: parent.path } : { title, href: path };
}

/** Returns the address of the page on which a change is taken back. */
function getUndoPath(change: string): string {
  return `/undo/${change}`;
}

/**
 * Returns the list of the changes of one record. `address` is the record's id as the address contains it, encrypted or
 * not. Returns undefined if there is no such entity with a history, or if the id must be encrypted but is not.
 */
export function bindHistoryToRecord(name: string, address: string): Entity | undefined {
  const declared = declarations.find((one) => one.name === name);
  if (!declared || !hasHistory(declared)) return undefined;
  if (hasOpaqueIds(declared) && !OPAQUE_ID.test(address)) return undefined;
  const id = isReadableId(address) ? ` ${address}` : '';
  return {
    ...history,
    historyOf: { entity: name, address },
    crumb: 'History',
    above: [findListCrumb(declared)],
    title: `History of ${declared.singular}${id}`,
    auditName: `History of ${declared.singular} ${address}`,
    list: { ...history.list, path: `${HISTORY_PATH}/${name}/${encodeURIComponent(address)}` },
  };
}
