import type { Declaration } from 'shared/entities';
import { phoneType } from 'shared/entities/phone';
import type { FoundPerson, Person, PersonRows } from 'shared/erasure/person';
import {
  nameFields,
  type PersonField,
  phoneFields,
  studyNumberFields,
} from 'shared/erasure/person-fields';
import { allRows, type Filter } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { getEntity } from '../entities';
import { getOwnFields } from '../entities/list-fields';
import type { HostErasure } from '../host/api-host';
import { listOpenImports } from '../host/sent-imports.server';
import { fetchRows } from '../list/fetch-rows.server';
import { findInList } from '../list/find-in-list.server';
import { includeWithdrawn } from '../list/withdrawn.server';
import { findErasedInHistory } from './find-erased-in-history.server';
import { NoAnswerError } from './no-answer-error';

/** The types of phones that are not those of a participant. */
const STAFF = [phoneType.peerNavigator, phoneType.moderator].map(String);

/**
 * Finds the records of one participant in the lists of a remote host, which offers no erasure: the panel erases what it
 * stores itself, and the host keeps its records. Methods throw a NoAnswerError if a list cannot be read.
 */
export const listedErasure: HostErasure = {
  deletesRecords: false,
  findPerson,
  async findRecords(person) {
    const rows = await readRows(person);
    return rows.map((one) => ({ entity: one.entity, ids: one.rows.map(({ id }) => id) }));
  },
  readRows,
  findUnusedUploads: async () => [],
  isImporting: async () => (await listOpenImports()).length > 0,
  erase: async () => undefined,
  rewrite: async () => true,
  findErased: (identify) => findErasedInHistory(identify, findPerson),
};

async function findPerson(participantId: string): Promise<FoundPerson | undefined> {
  const found = await findParticipant(participantId);
  if (!found) return undefined;
  const studyNumber = read(found, 'study_number');
  const same = studyNumber ? await find('participant', 'study_number', studyNumber) : [];
  const all = new Set([found, ...same].map((row) => read(row, 'phone_number')));
  const numbers = [...all].filter(Boolean);
  const phones: string[] = [];
  for (const number of numbers)
    if (!(await isShared(number, participantId, studyNumber))) phones.push(number);
  const names = await findNames(phones);
  return {
    person: { participantId, studyNumber, phones, names },
    sharedPhones: numbers.length - phones.length,
  };
}

/** Returns whether another participant or a member of the staff uses a phone. */
async function isShared(number: string, participantId: string, studyNumber: string) {
  const users = await find('participant', 'phone_number', number);
  const isOther = (row: Row) =>
    read(row, 'id') !== participantId &&
    (studyNumber === '' || read(row, 'study_number') !== studyNumber);
  if (users.some(isOther)) return true;
  const phones = await find('phone', 'phone_number', number);
  return phones.some((row) => STAFF.includes(read(row, 'phone_status')));
}

async function findNames(phones: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const { entity, phone, names } of nameFields)
    for (const number of phones)
      for (const row of await find(entity, phone, number))
        for (const name of names) found.add(read(row, name));
  return [...found].filter(Boolean);
}

async function readRows({ participantId, studyNumber, phones }: Person): Promise<PersonRows[]> {
  const found = [
    ...(await readEach(studyNumberFields, [studyNumber])),
    ...(await readEach(phoneFields, phones)),
  ];
  if (studyNumber !== '') return found;
  const participant = await findParticipant(participantId);
  if (participant) found.unshift({ entity: 'participant', rows: [toRow('id', participant)] });
  return found;
}

async function findParticipant(id: string): Promise<Row | undefined> {
  const found = await findInList(getEntity('participant'), id);
  if (!found.ok) throw refuse('participant');
  return found.value;
}

async function readEach(
  fields: readonly PersonField[],
  values: readonly string[],
): Promise<PersonRows[]> {
  const read: PersonRows[] = [];
  for (const { entity, key, field } of fields.filter(({ isListed }) => isListed)) {
    const rows: Row[] = [];
    for (const value of values) if (value) rows.push(...(await find(entity, field, value)));
    if (rows.length > 0) read.push({ entity, rows: rows.map((row) => toRow(key, row)) });
  }
  return read;
}

/** Reads all records of an entity whose field has a value. A host without the list has no such records. */
async function find(entity: Declaration['name'], field: string, value: string): Promise<Row[]> {
  const found = getEntity(entity);
  const filter: Filter = { kind: 'exact', field, equals: value };
  const query = { ...allRows, filters: [filter], cols: getOwnFields(found) };
  const result = await fetchRows(found, includeWithdrawn(found, query));
  if (result.ok) return [...result.value.rows];
  if (result.error.kind === 'missing') return [];
  throw refuse(entity);
}

function refuse(entity: Declaration['name']): NoAnswerError {
  const { title } = getEntity(entity);
  return new NoAnswerError(`The API host did not send the list ${title}. Try again later.`);
}

function toRow(key: string, row: Row): PersonRows['rows'][number] {
  const values = Object.entries(row).map(([field, value]) => [field, toText(value)]);
  return { id: read(row, key), row: Object.fromEntries(values) };
}

function read(row: Row, field: string): string {
  return toText(row[field]).trim();
}
