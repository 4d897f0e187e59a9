import type { FoundPerson, Person, PersonRows } from 'shared/erasure/person';
import {
  nameFields,
  type PersonField,
  phoneFields,
  studyNumberFields,
} from 'shared/erasure/person-fields';
import type { Row } from 'shared/list/memory';
import type { HostErasure } from '../host/api-host';
import { findErasedInPanel } from './find-erased-in-panel.server';
import { findFormerPerson } from './find-former-person.server';
import {
  findEqual,
  findParticipant,
  findSame,
  readText,
  requireFilters,
} from './find-in-lists.server';
import { isShared, listOwners } from './is-shared-phone.server';

/**
 * Finds the records of one participant in the lists of a remote host. A participant whom the host no longer has is found
 * in the history. `erase` does nothing, because the protocol cannot delete a participant. Every method that reads lists
 * throws a NoAnswerError if a list cannot be read. A list that the host does not have counts as empty, unless every host
 * must have it.
 */
export const remoteErasure: HostErasure = {
  deletesRecords: false,
  findPerson,
  async findRecords(person) {
    const lists = await readRows(person);
    return lists.map(({ entity, rows }) => ({ entity, ids: rows.map(({ id }) => id) }));
  },
  readRows,
  findUnusedUploads: async () => [],
  isImporting: async () => false,
  erase: async () => undefined,
  rewrite: async () => true,
  async findErased(identify) {
    await requireFilters();
    return findErasedInPanel(identify, { findPerson, isShared, listOwners });
  },
};

async function findPerson(participantId: string): Promise<FoundPerson | undefined> {
  const participant = await findParticipant(participantId);
  if (!participant) return findFormerPerson(participantId);
  const studyNumber = readText(participant, 'study_number');
  const same = await findSame(participant, 'study_number');
  const all = new Set([participant, ...same].map((row) => readText(row, 'phone_number')));
  const numbers = [...all].filter(Boolean);
  // Checks that the host filters by phone. Otherwise, a phone could look as if nobody else used it.
  await findSame(participant, 'phone_number');
  const phones: string[] = [];
  for (const number of numbers)
    if (!(await isShared(number, participantId, studyNumber))) phones.push(number);
  return {
    person: { participantId, studyNumber, phones, names: await findNames(phones) },
    sharedPhones: numbers.length - phones.length,
  };
}

async function findNames(phones: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const { entity, phone, names } of nameFields)
    for (const number of phones)
      for (const row of await findEqual(entity, phone, number))
        for (const name of names) found.add(readText(row, name));
  return [...found].filter(Boolean);
}

async function readRows({ participantId, studyNumber, phones }: Person): Promise<PersonRows[]> {
  const found = [
    ...(await readEach(studyNumberFields, [studyNumber])),
    ...(await readEach(phoneFields, phones)),
  ];
  if (studyNumber !== '' || participantId === '') return found;
  const participant = await findParticipant(participantId);
  if (participant) found.unshift({ entity: 'participant', rows: [toRow('id', participant)] });
  return found;
}

async function readEach(
  fields: readonly PersonField[],
  values: readonly string[],
): Promise<PersonRows[]> {
  const lists: PersonRows[] = [];
  for (const { entity, key, field } of fields.filter(({ isListed }) => isListed)) {
    const rows: Row[] = [];
    for (const value of values) if (value) rows.push(...(await findEqual(entity, field, value)));
    if (rows.length > 0) lists.push({ entity, rows: rows.map((row) => toRow(key, row)) });
  }
  return lists;
}

function toRow(key: string, row: Row): PersonRows['rows'][number] {
  const values = Object.keys(row).map((field) => [field, readText(row, field)]);
  return { id: readText(row, key), row: Object.fromEntries(values) };
}
