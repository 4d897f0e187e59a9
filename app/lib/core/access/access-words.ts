import { declarations, findDeclaration } from 'shared/entities';
import type { Field } from 'shared/entities/field';
import { getMasking } from 'shared/entities/masking';
import { fold } from 'shared/list/values';
import { type AccessKind, accessKinds } from './access-kinds';
import { parseRecord, type Ref } from './ranges';
import { account } from './shown-accounts';

/** The words for kinds of access. The log stores the kinds themselves. */
const kindWords: Readonly<Record<AccessKind, string>> = {
  List: 'Opened the list',
  Search: 'Searched',
  Chat: 'Read messages',
  Details: 'Opened the page',
  Form: 'Opened the form',
  Deletion: 'Opened the question before a deletion',
  Choices: 'Saw as choices of a form',
  Conflict: 'Saw changes by somebody else',
  History: 'Opened the history',
  Export: 'Exported',
  'Bulk action': 'Chose for a bulk action',
  Reveal: 'Revealed a value',
};

/** The words for all kinds of access, in the order in which the filter offers them. */
export const allKindWords = accessKinds.map((kind) => kindWords[kind]);

/** Returns the words for a stored kind of access. */
export function describeKind(kind: string): string {
  return kind in kindWords ? kindWords[kind as AccessKind] : kind;
}

/**
 * The titles of screens that need other words than the title of their list, mostly because two lists have one title.
 */
const screenTitles: Readonly<Record<string, string>> = {
  access: 'Accesses',
  'accessed-record': 'Records that were seen',
  'record-history': 'Record history',
  'chat-message': 'Messages of a conversation',
  'discussion-post': 'Posts of a discussion',
  'linked-participant': 'Participants of a phone',
};

/** Returns the name by which the log names a field of an entity whose value was revealed. */
export function nameRevealed(entity: string, field: string): string {
  return `${entity}.${field}`;
}

/** The names of all lists that the log can have, and of all fields whose values can be revealed. */
export const screenNames: readonly string[] = [
  ...new Set([...Object.keys(screenTitles), ...declarations.map(({ name }) => name)]),
  ...declarations.flatMap(({ name, fields }) =>
    Object.entries<Field>(fields)
      .filter(([, field]) => getMasking(field))
      .map(([field]) => nameRevealed(name, field)),
  ),
];

/**
 * Returns the title of the screen of a list. `name` is the name of the list's entity or, for a revealed value, that of
 * the entity and the field, which becomes 'Participants: Phone Number'.
 */
export function describeScreen(name: string): string {
  const [entity = '', field] = name.split('.', 2);
  const title = screenTitles[entity] ?? findDeclaration(entity)?.title ?? entity;
  if (field === undefined) return title;
  const fields: Readonly<Record<string, Field>> = findDeclaration(entity)?.fields ?? {};
  return `${title}: ${fields[field]?.title ?? field}`;
}

/** Returns the kinds whose words or stored names match. */
export function findKinds(matches: (text: string) => boolean): AccessKind[] {
  return accessKinds.filter((kind) => matches(kind) || matches(kindWords[kind]));
}

/** Returns the names of the lists whose titles or stored names match. */
export function findScreenNames(matches: (text: string) => boolean): string[] {
  return screenNames.filter((name) => matches(name) || matches(describeScreen(name)));
}

/**
 * Returns records as the log writes them (`writeRecords`) in the words of the study. For example,
 * `peer-navigator 3-12 15; phone #4` becomes `peer navigator 3-12, 15; phone #4`.
 */
export function describeAccessed(written: string): string {
  return written
    .split('; ')
    .map((part) => {
      const [entity = '', ...runs] = part.split(' ');
      return runs.length === 0 ? part : `${describeEntity(entity)} ${runs.join(', ')}`;
    })
    .join('; ');
}

/** Returns the word for one record of an entity. */
export function describeEntity(name: string): string {
  return findRecordType(name)?.singular ?? name;
}

/**
 * Reads a typed record, in the words of the study or as the log stores it, such as `Peer navigator 12`, `peer-navigator
 * 12` or `phone #4`. Returns undefined for any other text.
 */
export function readTypedRecord(typed: string): { entity: string; ref: Ref } | undefined {
  const [, words, number = ''] = /^(\S.*\S)\s+(#?\d+)$/.exec(typed.trim()) ?? [];
  if (words === undefined) return undefined;
  const text = fold(words.replace(/\s+/g, ' '));
  const entity =
    findRecordType(text) ?? declarations.find(({ singular }) => fold(singular) === text);
  return entity && parseRecord(`${entity.name} ${number}`);
}

/** Returns the name and the word of the entity with this name, or of accounts. */
export function findRecordType(name: string): { name: string; singular: string } | undefined {
  return name === account.name ? account : findDeclaration(name);
}
