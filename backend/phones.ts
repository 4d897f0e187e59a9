import { sql } from 'kysely';
import type { Database } from './db/types';
import { type Envelope, notFound } from './envelope';
import { listRecords } from './lists';
import { phone, phoneTypes } from './nouns/messenger';
import { getRecord } from './records';

/** Answers `phone/number/{number}`. Nothing but a number names a phone here, not its id. */
export async function phoneByNumber(db: Database, number: string): Promise<Envelope> {
  const found = await db
    .selectFrom('phone')
    .select('phone_id')
    .where('phone_number', '=', number)
    .executeTakeFirst();
  return found ? getRecord(db, phone, String(found.phone_id)) : notFound('phone', number);
}

/** Answers `phone-participant/list`: the phones of participants. */
export function listParticipantPhones(
  db: Database,
  params: URLSearchParams,
  timeZone: string,
): Promise<Envelope> {
  const where = sql<boolean>`phone.phone_status = ${sql.lit(phoneTypes.participant)}`;
  return listRecords(db, phone, params, { timeZone, where });
}
