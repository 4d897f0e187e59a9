import { sql } from 'kysely';
import { getDialect } from 'shared/db/dialect-of';
import { isRecordId } from 'shared/record-id';
import { z } from 'zod';
import { type Change, transactWithEntries } from '../audit/change';
import type { Database } from '../db/types';
import { matchedBy } from '../derived/derived-sql';
import { done, type Envelope, notFound, refused } from '../wire/envelope';
import { getFirstProblem, optional, required } from '../wire/fields';
import type { FormFields } from '../wire/requests';

/** The maximum number of characters of a reason. */
const MAX_REASON = 500;

const form = z.object({ uid: required('The id'), ureason: optional('The reason', MAX_REASON) });

/**
 * Answers `participant/withdraw`: stores the present day as the day on which a participant withdrew, and the reason.
 * Triggers hide the records with the same study number (backend/derived/).
 */
export function withdrawParticipant(change: Change, fields: FormFields): Promise<Envelope> {
  const day = change.now.slice(0, 'YYYY-MM-DD'.length);
  return setWithdrawal(change, fields, day, async (transaction, { id, withdrawn, reason }) => {
    if (withdrawn !== null) return 'The participant is withdrawn already';
    await transaction
      .updateTable('participant')
      .set({ withdrawn_on: day, withdrawal_reason: reason })
      .where('id', '=', id)
      .execute();
    return undefined;
  });
}

/**
 * Answers `participant/return`: takes back the withdrawal of a participant. Participants with the same study number are
 * one person, so it takes back all of their withdrawals.
 */
export function returnParticipant(change: Change, fields: FormFields): Promise<Envelope> {
  return setWithdrawal(change, fields, null, async (transaction, { id, number, withdrawn }) => {
    if (withdrawn === null) return 'The participant is not withdrawn';
    const isSame = sql<boolean>`${matchedBy(getDialect(transaction))} = ${number}`;
    await transaction
      .updateTable('participant')
      .set({ withdrawn_on: null, withdrawal_reason: null })
      .where((eb) => eb.or([eb('id', '=', id), isSame]))
      .where('withdrawn_on', 'is not', null)
      .execute();
    return undefined;
  });
}

interface Found {
  id: number;
  /** The study number as records are matched by it. Null if there is none. */
  number: string | null;
  withdrawn: string | null;
  /** The posted reason. */
  reason: string | null;
}

/** Changes the withdrawal of a participant by calling `set`, which returns a message if it refuses. */
function setWithdrawal(
  change: Change,
  fields: FormFields,
  withdrawn_on: string | null,
  set: (transaction: Database, found: Found) => Promise<string | undefined>,
): Promise<Envelope> {
  const input = form.safeParse(fields);
  if (!input.success) return Promise.resolve(refused(getFirstProblem(input.error)));
  const { uid, ureason } = input.data;
  return transactWithEntries(change, async (transaction, note) => {
    // Imports lock the table too, because triggers of several tables change it.
    await getDialect(transaction).lockTable(transaction, 'participant');
    const found = isRecordId(uid)
      ? await transaction
          .selectFrom('participant')
          .select([
            'id',
            'derived_withdrawn as withdrawn',
            sql<string | null>`${matchedBy(getDialect(transaction))}`.as('number'),
          ])
          .where('id', '=', Number(uid))
          .executeTakeFirst()
      : undefined;
    if (!found) return notFound('participant', uid);
    const refusal = await set(transaction, { ...found, reason: ureason });
    return refusal ? refused(refusal) : note(done([{ id: found.id, withdrawn_on }]));
  });
}
