import { setImmediate } from 'node:timers/promises';
import type { FoundPerson, Person, PersonValueKind } from 'shared/erasure/person';
import { getHistoryStore } from '../history/history-store.server';
import { openIdentity } from '../history/sealed-identity';
import { listMessengerPhones } from './find-documents.server';

/** The number of identities that are read together. */
const PART = 500;

/** The functions that look up a person in the lists of the host. */
interface HostCalls {
  findPerson(participantId: string): Promise<FoundPerson | undefined>;
  /** Returns the ids of the participants who have this phone number. */
  listOwners(number: string): Promise<string[]>;
  isShared(number: string, participantId: string, studyNumber: string): Promise<boolean>;
}

/**
 * Finds the people in the panel's restored store who were erased after its backup: by the ids of participants and phones
 * in the history, and by the phones in the panel's own document store. `identify` returns the id of the erasure of the
 * person with this value, or undefined. Returns the people by the ids of their erasures. Leaves out phones that somebody
 * else uses now, and people of whom nothing else is known.
 */
export async function findErasedInPanel(
  identify: (kind: PersonValueKind, value: string) => string | undefined,
  host: HostCalls,
): Promise<Map<string, Person>> {
  const participants = await findErasedRecords('participant', (id) => identify('participant', id));
  const phones = await findErasedRecords('phone', (id) => identify('phone', id));
  for (const phone of await listMessengerPhones()) {
    const erasure = identify('phone', phone);
    if (erasure) phones.set(erasure, [...new Set([...(phones.get(erasure) ?? []), phone])]);
  }
  const people = new Map<string, Person>();
  for (const erasure of new Set([...participants.keys(), ...phones.keys()])) {
    const numbers = phones.get(erasure) ?? [];
    const users = (await Promise.all(numbers.map(host.listOwners))).flat();
    const [participantId = ''] = [...(participants.get(erasure) ?? []), ...users].filter(
      (id) => identify('participant', id) === erasure,
    );
    const known = participantId ? await host.findPerson(participantId) : undefined;
    const person = known?.person ?? { participantId, studyNumber: '', phones: [], names: [] };
    const own = new Set(person.phones);
    for (const number of numbers)
      if (!(await host.isShared(number, participantId, person.studyNumber))) own.add(number);
    if (participantId || own.size > 0) people.set(erasure, { ...person, phones: [...own] });
  }
  return people;
}

/**
 * Finds the records of erased people in the history of an entity. Returns the ids of these records by the ids of the
 * erasures. Lets other requests run in between.
 */
async function findErasedRecords(
  entity: string,
  identify: (id: string) => string | undefined,
): Promise<Map<string, string[]>> {
  const { db, ring } = await getHistoryStore();
  const found = new Map<string, string[]>();
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('record_identity')
      .selectAll()
      .where('entity', '=', entity)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PART)
      .execute();
    for (const row of rows) {
      last = row.id;
      const recordId = openIdentity(row, ring)?.recordId;
      const erasure = recordId ? identify(recordId) : undefined;
      if (recordId && erasure) found.set(erasure, [...(found.get(erasure) ?? []), recordId]);
    }
    if (rows.length < PART) return found;
    await setImmediate();
  }
}
