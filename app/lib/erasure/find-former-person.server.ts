import type { HistoryValue } from 'backend/history/change';
import { readHistory } from 'backend/history/read-history';
import type { FoundPerson } from 'shared/erasure/person';
import { toText } from 'shared/list/values';
import { type Result, succeeded } from 'shared/result';
import { getHistoryStore } from '../core/history/history-store.server';
import { checkFilters, findEqual } from './find-in-lists.server';
import { selectOwnPhones } from './own-phones.server';

/**
 * Finds a participant in the history whom a remote host no longer has. Their study number and phone are the last ones in
 * changes that were certainly made. The value is undefined if they have no history. Leaves out a study number or a phone
 * that somebody else has now. Fails if the host does not filter its participants.
 */
export async function findFormerPerson(
  participantId: string,
): Promise<Result<FoundPerson | undefined, string>> {
  const name = { entity: 'participant', recordId: participantId };
  const changes = await readHistory(await getHistoryStore(), name);
  if (changes.length === 0) return succeeded;
  const checked = await checkFilters();
  if (!checked.ok) return checked;
  const made = changes.filter(({ outcome }) => outcome === 'made').flatMap(({ fields }) => fields);
  const findLast = (field: string) => {
    const values = made.filter((one) => one.field === field);
    return values.flatMap(({ before, after }) => [toWord(before), toWord(after)]).findLast(Boolean);
  };
  const number = findLast('study_number') ?? '';
  const others = await findEqual('participant', 'study_number', [number]);
  if (!others.ok) return others;
  const isTaken = others.value.length > 0;
  const studyNumber = isTaken ? '' : number;
  const phone = findLast('phone_number');
  const phones = phone === undefined ? [] : [phone];
  const own = await selectOwnPhones(phones, { participantId, studyNumber });
  if (!own.ok) return own;
  return {
    ok: true,
    value: {
      person: { participantId, studyNumber, phones: own.value, names: [] },
      sharedPhones: phones.length - own.value.length,
      isFormer: true,
      hasSharedNumber: isTaken,
    },
  };
}

function toWord(value: HistoryValue): string {
  return toText(value).trim();
}
