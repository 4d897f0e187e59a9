import type { Declaration } from 'shared/entities';
import { allRows, type Filter } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { getEntity } from '../entities';
import { getOwnFields } from '../entities/list-fields';
import { fetchRows } from '../list/fetch-rows.server';
import { findInList } from '../list/find-in-list.server';
import { includeWithdrawn } from '../list/withdrawn.server';
import { NoAnswerError } from './no-answer-error';

type Name = Declaration['name'];

/** The lists that every host has (docs/spec/hosts-in-the-field.md). Another answer is a failure. */
const required: readonly Name[] = ['participant', 'follow-up', 'phone'];

/** The number of participants of which one is taken to test the filters of a host. */
const SAMPLE = 100;

/**
 * Reads all records of an entity whose field equals a value, apart from spaces around it. Returns none if the host does
 * not have the list. Throws a NoAnswerError if the host sends only a part of the list, or does not answer.
 */
export async function findEqual(name: Name, field: string, value: string): Promise<Row[]> {
  const entity = getEntity(name);
  // The stored value may have spaces around it, and an exact filter would not find it.
  const filter: Filter = { kind: 'text', field, contains: value };
  const query = { ...allRows, filters: [filter], cols: getOwnFields(entity) };
  const result = await fetchRows(entity, await includeWithdrawn(entity, query));
  if (!result.ok) {
    if (result.error.kind === 'missing' && !required.includes(name)) return [];
    throw refuseList(name);
  }
  const { rows, total } = result.value;
  // A host that sends a total may nevertheless send a part of the list, or ignore the filter.
  const matching = rows.filter((row) => isEqual(readText(row, field), value));
  if (rows.length !== total) throw refuseList(name);
  return matching;
}

/** Finds the id of a participant with a study number. Returns undefined if the host has none. */
export async function findIdByStudyNumber(studyNumber: string): Promise<string | undefined> {
  const found = await findEqual('participant', 'study_number', studyNumber);
  return found.map((row) => readText(row, 'id')).sort((a, b) => Number(a) - Number(b))[0];
}

/** Reads a participant. Returns undefined if the host has none with this id. */
export async function findParticipant(id: string): Promise<Row | undefined> {
  const found = await findInList(getEntity('participant'), id);
  if (!found.ok) throw refuseList('participant');
  return found.value && readText(found.value, 'id') === id ? found.value : undefined;
}

/**
 * Finds all participants who have the same value in a field as the given one, or none if the value is empty. Throws a
 * NoAnswerError if the given one is not found, because the host then does not filter as asked.
 */
export async function findSame(participant: Row, field: string): Promise<Row[]> {
  const value = readText(participant, field);
  if (value === '') return [];
  const found = await findEqual('participant', field, value);
  const id = readText(participant, 'id');
  if (!found.some((row) => readText(row, 'id') === id)) throw refuseList('participant');
  return found;
}

/**
 * Checks, with the first participants of the list, that the host filters by phone and by study number. Otherwise, a phone
 * would look as if nobody used it. Throws a NoAnswerError if it does not, or if it sends no participants.
 */
export async function requireFilters(): Promise<void> {
  const entity = getEntity('participant');
  const query = { ...allRows, size: SAMPLE, cols: getOwnFields(entity) };
  const result = await fetchRows(entity, await includeWithdrawn(entity, query));
  const rows = result.ok ? result.value.rows : [];
  if (rows.length === 0) throw refuseList('participant');
  for (const field of ['phone_number', 'study_number']) {
    const row = rows.find((one) => readText(one, field) !== '');
    if (row) await findSame(row, field);
  }
}

/** Returns the error for a list that the host has not sent. */
export function refuseList(name: Name): NoAnswerError {
  const { title } = getEntity(name);
  return new NoAnswerError(`The API host did not send the list ${title}. Try again later.`);
}

/** Returns the value of a field as text, without spaces around it. */
export function readText(row: Row, field: string): string {
  return toText(row[field]).trim();
}

/** Some hosts write the user of a phone as an email address that begins with its number. */
function isEqual(text: string, value: string): boolean {
  return text === value || text.startsWith(`${value}@`);
}
