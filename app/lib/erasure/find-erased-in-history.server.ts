import type { FoundPerson, Person, PersonValueKind } from 'shared/erasure/person';
import { getHistoryStore } from '../history/history-store.server';
import { readIdentity } from '../history/identities';

/** The entities whose records are recognized by their ids, with the kind of the id. */
const kinds = [
  { entity: 'participant', kind: 'participant' },
  { entity: 'phone', kind: 'phone' },
] as const;

/**
 * Finds the people in a restored history who were erased after its backup, by the ids of their records. `identify`
 * returns the id of the erasure of a value, and `findPerson` reads what the host still has of a participant. Returns the
 * people by the ids of their erasures.
 */
export async function findErasedInHistory(
  identify: (kind: PersonValueKind, value: string) => string | undefined,
  findPerson: (participantId: string) => Promise<FoundPerson | undefined>,
): Promise<Map<string, Person>> {
  const people = new Map<string, Person>();
  for (const { entity, kind } of kinds)
    for (const id of await listRecordIds(entity)) {
      const erasure = identify(kind, id);
      if (erasure === undefined) continue;
      const known = people.get(erasure);
      if (kind === 'phone') people.set(erasure, addPhone(known, id));
      else people.set(erasure, (await findPerson(id))?.person ?? makePerson(id));
    }
  return people;
}

async function listRecordIds(entity: string): Promise<string[]> {
  const store = await getHistoryStore();
  const rows = await store.db
    .selectFrom('record_identity')
    .select('id')
    .where('entity', '=', entity)
    .execute();
  const ids: string[] = [];
  for (const { id } of rows) ids.push((await readIdentity(store, id))?.recordId ?? '');
  return ids.filter(Boolean);
}

function makePerson(participantId: string): Person {
  return { participantId, studyNumber: '', phones: [], names: [] };
}

function addPhone(person = makePerson(''), number: string): Person {
  return { ...person, phones: [...new Set([...person.phones, number])] };
}
