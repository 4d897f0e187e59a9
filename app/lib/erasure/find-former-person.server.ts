import type { FoundPerson } from 'shared/erasure/person';
import { toText } from 'shared/list/values';
import { getHistoryStore } from '../history/history-store.server';
import { readHistory } from '../history/read-history';
import { isShared } from './is-shared-phone.server';

/**
 * Finds a participant in the history whom a remote host no longer has. The study number is the newest in their history.
 * Returns undefined if they have no history. Leaves out phones that somebody else uses now.
 */
export async function findFormerPerson(participantId: string): Promise<FoundPerson | undefined> {
  const name = { entity: 'participant', recordId: participantId };
  const changes = await readHistory(await getHistoryStore(), name);
  if (changes.length === 0) return undefined;
  const listValues = (field: string) => {
    const found = changes.flatMap(({ fields }) => fields.filter((one) => one.field === field));
    const values = found.flatMap(({ before, after }) => [before, after]);
    return values.map((value) => toText(value).trim()).filter(Boolean);
  };
  const studyNumber = listValues('study_number').at(-1) ?? '';
  const numbers = [...new Set(listValues('phone_number'))];
  const phones: string[] = [];
  for (const number of numbers)
    if (!(await isShared(number, participantId, studyNumber))) phones.push(number);
  const sharedPhones = numbers.length - phones.length;
  return { person: { participantId, studyNumber, phones, names: [] }, sharedPhones };
}
