import type { FoundPerson } from 'shared/erasure/person';
import { toText } from 'shared/list/values';
import type { HistoryValue } from '../history/change';
import { getHistoryStore } from '../history/history-store.server';
import { readHistory } from '../history/read-history';
import { findEqual, requireFilters } from './find-in-lists.server';
import { isShared } from './is-shared-phone.server';

/**
 * Finds a participant in the history whom a remote host no longer has. Their study number and phone are the last ones in
 * changes that were certainly made. Returns undefined if they have no history. Leaves out a study number or a phone that
 * somebody else has now. Throws a NoAnswerError if the host does not filter its participants.
 */
export async function findFormerPerson(participantId: string): Promise<FoundPerson | undefined> {
  const name = { entity: 'participant', recordId: participantId };
  const changes = await readHistory(await getHistoryStore(), name);
  if (changes.length === 0) return undefined;
  await requireFilters();
  const made = changes.filter(({ outcome }) => outcome === 'made').flatMap(({ fields }) => fields);
  const findLast = (field: string) => {
    const values = made.filter((one) => one.field === field);
    return values.flatMap(({ before, after }) => [toWord(before), toWord(after)]).findLast(Boolean);
  };
  const number = findLast('study_number') ?? '';
  const isTaken =
    number !== '' && (await findEqual('participant', 'study_number', number)).length > 0;
  const studyNumber = isTaken ? '' : number;
  const phone = findLast('phone_number') ?? '';
  const isOwn = phone !== '' && !(await isShared(phone, participantId, studyNumber));
  return {
    person: { participantId, studyNumber, phones: isOwn ? [phone] : [], names: [] },
    sharedPhones: phone !== '' && !isOwn ? 1 : 0,
    isFormer: true,
    hasSharedNumber: isTaken,
  };
}

function toWord(value: HistoryValue): string {
  return toText(value).trim();
}
