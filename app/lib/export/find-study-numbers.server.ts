import { allRows } from 'shared/list/grammar';
import { toText } from 'shared/list/values';
import { getEntity } from '../core/entities';
import type { ApiResult } from '../core/host/api-result';
import { includeWithdrawn } from '../core/list/withdrawn.server';
import { openRows } from './open-rows.server';

const participant = getEntity('participant');

/**
 * Returns the study numbers of participants by their phone numbers, so that all lists have the same pseudonym for a
 * participant, withdrawn or not. Leaves out phone numbers that several participants have.
 */
export async function findStudyNumbers(): Promise<ApiResult<ReadonlyMap<string, string>>> {
  const query = await includeWithdrawn(participant, {
    ...allRows,
    cols: ['phone_number', 'study_number'],
  });
  const opened = await openRows(participant, query);
  // Without participants, each phone number is a person of its own.
  if (!opened.ok && opened.error.kind === 'missing') return { ok: true, value: new Map() };
  if (!opened.ok) return opened;
  const found = new Map<string, string>();
  for await (const rows of opened.value.parts)
    for (const row of rows) {
      const phone = toText(row.phone_number).trim();
      const study = toText(row.study_number).trim();
      if (!phone || !study) continue;
      const other = found.get(phone);
      found.set(phone, other === undefined || other === study ? study : '');
    }
  return { ok: true, value: found };
}
