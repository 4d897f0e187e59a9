import type { Declaration } from 'shared/entities';
import { allRows, type Filter } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { failWith, type Result, succeeded } from 'shared/result';
import { getEntity } from '../core/entities';
import { getOwnFields } from '../core/entities/list-fields';
import { fetchRows } from '../core/list/fetch-rows.server';
import { findInList } from '../core/list/find-in-list.server';
import { includeWithdrawn } from '../core/list/withdrawn.server';

type Name = Declaration['name'];

/** The lists that every host has (docs/spec/hosts-in-the-field.md). Another answer is a failure. */
const required: readonly Name[] = ['participant', 'follow-up', 'phone'];

/** The number of participants of which one is taken to test the filters of a host. */
const SAMPLE = 100;

/**
 * Reads all records of an entity whose field equals one of the values, apart from spaces around it. Leaves out empty
 * values. Returns none if the host does not have the list. Fails with a sentence for users if the host sends only a part
 * of the list, or does not answer.
 */
export async function findEqual(
  name: Name,
  field: string,
  values: readonly string[],
): Promise<Result<Row[], string>> {
  const rows: Row[] = [];
  for (const value of values.filter(Boolean)) {
    const found = await findValue(name, field, value);
    if (!found.ok) return found;
    rows.push(...found.value);
  }
  return { ok: true, value: rows };
}

async function findValue(name: Name, field: string, value: string): Promise<Result<Row[], string>> {
  const entity = getEntity(name);
  // The stored value may have spaces around it, and an exact filter would not find it.
  const filter: Filter = { kind: 'text', field, contains: value };
  const query = { ...allRows, filters: [filter], cols: getOwnFields(entity) };
  const result = await fetchRows(entity, await includeWithdrawn(entity, query));
  if (!result.ok) {
    if (result.error.kind === 'missing' && !required.includes(name)) return { ok: true, value: [] };
    return refuseList(name);
  }
  const { rows, total } = result.value;
  // A host that sends a total may nevertheless send a part of the list, or ignore the filter.
  const matching = rows.filter((row) => isEqual(readField(row, field), value));
  return rows.length === total ? { ok: true, value: matching } : refuseList(name);
}

/** Finds the id of a participant with a study number. The value is undefined if the host has none. */
export async function findIdByStudyNumber(
  studyNumber: string,
): Promise<Result<string | undefined, string>> {
  const found = await findEqual('participant', 'study_number', [studyNumber]);
  if (!found.ok) return found;
  const ids = found.value.map((row) => readField(row, 'id'));
  return { ok: true, value: ids.sort((a, b) => Number(a) - Number(b))[0] };
}

/** Reads a participant. The value is undefined if the host has none with this id. */
export async function findParticipant(id: string): Promise<Result<Row | undefined, string>> {
  const found = await findInList(getEntity('participant'), id);
  if (!found.ok) return refuseList('participant');
  const isSame = found.value && readField(found.value, 'id') === id;
  return { ok: true, value: isSame ? found.value : undefined };
}

/**
 * Finds all participants who have the same value in a field as the given one, or none if the value is empty. Fails if
 * the given one is not found, because the host then does not filter as asked.
 */
export async function findSame(participant: Row, field: string): Promise<Result<Row[], string>> {
  const value = readField(participant, field);
  const found = await findEqual('participant', field, [value]);
  if (!found.ok || value === '') return found;
  const id = readField(participant, 'id');
  const isFound = found.value.some((row) => readField(row, 'id') === id);
  return isFound ? found : refuseList('participant');
}

/**
 * Checks, with the first participants of the list, that the host filters by phone and by study number. Otherwise, a phone
 * would look as if nobody used it. Fails if it does not, or if it sends no participants.
 */
export async function checkFilters(): Promise<Result<unknown, string>> {
  const entity = getEntity('participant');
  const query = { ...allRows, size: SAMPLE, cols: getOwnFields(entity) };
  const result = await fetchRows(entity, await includeWithdrawn(entity, query));
  const rows = result.ok ? result.value.rows : [];
  if (rows.length === 0) return refuseList('participant');
  for (const field of ['phone_number', 'study_number']) {
    const row = rows.find((one) => readField(one, field) !== '');
    const found = row && (await findSame(row, field));
    if (found && !found.ok) return found;
  }
  return succeeded;
}

/** Returns the failure for a list that the host has not sent. */
function refuseList(name: Name) {
  const { title } = getEntity(name);
  return failWith(`The API host did not send the list ${title}. Try again later.`);
}

/** Returns the value of a field as text, without spaces around it. */
export function readField(row: Row, field: string): string {
  return toText(row[field]).trim();
}

/** Some hosts write the user of a phone as an email address that begins with its number. */
function isEqual(text: string, value: string): boolean {
  return text === value || text.startsWith(`${value}@`);
}
