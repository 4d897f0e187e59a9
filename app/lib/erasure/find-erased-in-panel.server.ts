import { setImmediate } from 'node:timers/promises';
import { openIdentity } from 'backend/history/sealed-identity';
import type { FoundPerson, Person, PersonValueKind } from 'shared/erasure/person';
import type { Result } from 'shared/result';
import { getHistoryStore } from '../core/history/history-store.server';
import { listMessengerPhones } from './find-documents.server';

/** The number of identities that are read together. */
const PART = 500;

/** The functions that look up a person in the lists of the host. */
interface HostCalls {
  findPerson(participantId: string): Promise<Result<FoundPerson | undefined, string>>;
  /** Returns the ids of the participants who have one of these phone numbers. */
  listOwners(numbers: readonly string[]): Promise<Result<string[], string>>;
  /** Selects the phones that nobody else uses. */
  selectOwnPhones(numbers: readonly string[], person: Person): Promise<Result<string[], string>>;
}

/**
 * Finds the people in the panel's restored store who were erased after its backup: by the ids of participants and phones
 * in the history, and by the phones in the panel's own document store. `identify` returns the id of the erasure of the
 * person with this value, or undefined. Returns the people by the ids of their erasures. Leaves out phones that somebody
 * else uses now, and people of whom nothing else is known. Fails if the host or the messenger does not answer.
 */
export async function findErasedInPanel(
  identify: (kind: PersonValueKind, value: string) => string | undefined,
  host: HostCalls,
): Promise<Result<Map<string, Person>, string>> {
  const participants = await findErasedRecords('participant', (id) => identify('participant', id));
  const phones = await findErasedRecords('phone', (id) => identify('phone', id));
  const users = await listMessengerPhones();
  if (!users.ok) return users;
  for (const phone of users.value) {
    const erasure = identify('phone', phone);
    if (erasure) phones.set(erasure, [...new Set([...(phones.get(erasure) ?? []), phone])]);
  }
  const people = new Map<string, Person>();
  for (const erasure of new Set([...participants.keys(), ...phones.keys()])) {
    const numbers = phones.get(erasure) ?? [];
    const owners = await host.listOwners(numbers);
    if (!owners.ok) return owners;
    const [participantId = ''] = [...(participants.get(erasure) ?? []), ...owners.value].filter(
      (id) => identify('participant', id) === erasure,
    );
    const known = participantId ? await host.findPerson(participantId) : undefined;
    if (known && !known.ok) return known;
    const unknown = { participantId, studyNumber: '', phones: [], names: [] };
    const person = known?.value?.person ?? unknown;
    const own = await host.selectOwnPhones(numbers, person);
    if (!own.ok) return own;
    const all = new Set([...person.phones, ...own.value]);
    if (participantId || all.size > 0) people.set(erasure, { ...person, phones: [...all] });
  }
  return { ok: true, value: people };
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
