import type { FoundPerson, Person, PersonRows } from 'shared/erasure/person';
import { nameFields, phoneFields, studyNumberFields } from 'shared/erasure/person-fields';
import type { Row } from 'shared/list/memory';
import type { Result } from 'shared/result';
import type { HostErasure } from '../core/host/api-host';
import { findErasedInPanel } from './find-erased-in-panel.server';
import { findFormerPerson } from './find-former-person.server';
import {
  checkFilters,
  findEqual,
  findParticipant,
  findSame,
  readField,
} from './find-in-lists.server';
import { listOwners, selectOwnPhones } from './own-phones.server';

/**
 * Finds the records of one participant in the lists of a remote host. A participant whom the host no longer has is found
 * in the history. `erase` does nothing, because the protocol cannot delete a participant. Every method that reads lists
 * fails if a list cannot be read. A list that the host does not have counts as empty, unless every host must have it.
 */
export const remoteErasure: HostErasure = {
  deletesRecords: false,
  findPerson,
  async findRecords(person) {
    const lists = await readRows(person);
    if (!lists.ok) return lists;
    const found = lists.value.map(({ entity, rows }) => ({
      entity,
      ids: rows.map(({ id }) => id),
    }));
    return { ok: true, value: found };
  },
  readRows,
  findUnusedUploads: async () => [],
  isImporting: async () => false,
  erase: async () => undefined,
  async findErased(identify) {
    const checked = await checkFilters();
    if (!checked.ok) return checked;
    return findErasedInPanel(identify, { findPerson, selectOwnPhones, listOwners });
  },
};

async function findPerson(participantId: string): Promise<Result<FoundPerson | undefined, string>> {
  const found = await findParticipant(participantId);
  if (!found.ok) return found;
  const participant = found.value;
  if (!participant) return findFormerPerson(participantId);
  const studyNumber = readField(participant, 'study_number');
  const same = await findSame(participant, 'study_number');
  if (!same.ok) return same;
  const all = new Set([participant, ...same.value].map((row) => readField(row, 'phone_number')));
  const numbers = [...all].filter(Boolean);
  // Checks that the host filters by phone. Otherwise, a phone could look as if nobody else used it.
  const checked = await findSame(participant, 'phone_number');
  if (!checked.ok) return checked;
  const phones = await selectOwnPhones(numbers, { participantId, studyNumber });
  if (!phones.ok) return phones;
  const names = await findNames(phones.value);
  if (!names.ok) return names;
  return {
    ok: true,
    value: {
      person: { participantId, studyNumber, phones: phones.value, names: names.value },
      sharedPhones: numbers.length - phones.value.length,
    },
  };
}

async function findNames(phones: readonly string[]): Promise<Result<string[], string>> {
  const names = new Set<string>();
  for (const { entity, phone, names: fields } of nameFields) {
    const found = await findEqual(entity, phone, phones);
    if (!found.ok) return found;
    for (const row of found.value) for (const field of fields) names.add(readField(row, field));
  }
  return { ok: true, value: [...names].filter(Boolean) };
}

async function readRows({
  participantId,
  studyNumber,
  phones,
}: Person): Promise<Result<PersonRows[], string>> {
  const lists: PersonRows[] = [];
  if (studyNumber === '' && participantId !== '') {
    const found = await findParticipant(participantId);
    if (!found.ok) return found;
    if (found.value) lists.push({ entity: 'participant', rows: [toRow('id', found.value)] });
  }
  const fields = [
    ...studyNumberFields.map((one) => ({ ...one, values: [studyNumber] })),
    ...phoneFields.map((one) => ({ ...one, values: phones })),
  ];
  for (const { entity, key, field, values } of fields.filter(({ isListed }) => isListed)) {
    const found = await findEqual(entity, field, values);
    if (!found.ok) return found;
    const rows = found.value.map((row) => toRow(key, row));
    if (rows.length > 0) lists.push({ entity, rows });
  }
  return { ok: true, value: lists };
}

function toRow(key: string, row: Row): PersonRows['rows'][number] {
  const values = Object.keys(row).map((field) => [field, readField(row, field)]);
  return { id: readField(row, key), row: Object.fromEntries(values) };
}
