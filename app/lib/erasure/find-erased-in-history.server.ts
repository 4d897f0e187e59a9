import { setImmediate } from 'node:timers/promises';
import type { FoundPerson, Person, PersonValueKind } from 'shared/erasure/person';
import { getHistoryStore } from '../history/history-store.server';
import { openIdentity } from '../history/sealed-identity';

/** The number of identities that are read together. */
const PART = 500;

/** The calls that read what the host still has of a person. */
interface HostCalls {
  findPerson(participantId: string): Promise<FoundPerson | undefined>;
  /** Returns the ids of the participants with a phone. */
  listUsers(number: string): Promise<string[]>;
  isShared(number: string, participantId: string, studyNumber: string): Promise<boolean>;
}

/**
 * Finds the people in a restored history who were erased after its backup, by the ids of their records. `identify`
 * returns the id of the erasure of a value. Returns the people by the ids of their erasures. Leaves out phones that
 * somebody else uses now.
 */
export async function findErasedInHistory(
  identify: (kind: PersonValueKind, value: string) => string | undefined,
  host: HostCalls,
): Promise<Map<string, Person>> {
  const participants = await findErasedIds('participant', (id) => identify('participant', id));
  const phones = await findErasedIds('phone', (id) => identify('phone', id));
  const people = new Map<string, Person>();
  for (const erasure of new Set([...participants.keys(), ...phones.keys()])) {
    const numbers = phones.get(erasure) ?? [];
    const users = (await Promise.all(numbers.map(host.listUsers))).flat();
    const [participantId = ''] = [...(participants.get(erasure) ?? []), ...users].filter(
      (id) => identify('participant', id) === erasure,
    );
    const known = participantId ? await host.findPerson(participantId) : undefined;
    const person = known?.person ?? { participantId, studyNumber: '', phones: [], names: [] };
    const own = new Set(person.phones);
    for (const number of numbers)
      if (!(await host.isShared(number, participantId, person.studyNumber))) own.add(number);
    people.set(erasure, { ...person, phones: [...own] });
  }
  return people;
}

/**
 * Returns the ids of the records of an entity in the history, by the erasures of these records. Lets other requests run
 * in between.
 */
async function findErasedIds(
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
