import { sql } from 'kysely';
import { phoneType } from 'shared/entities/phone';
import type { Database } from '../db/types';
import { phone } from '../entities/phone';
import { readRecordById } from '../entities/rows';
import type { ListSource } from '../lists/list-conditions';
import { done, type Envelope, notFound } from '../wire/envelope';

/** Answers `phone/number/{number}` with the phone that has this number. The number is not compared with ids. */
export async function getPhoneByNumber(db: Database, number: string): Promise<Envelope> {
  const found = await db
    .selectFrom('phone')
    .select('phone_id')
    .where('phone_number', '=', number)
    .executeTakeFirst();
  const row = found && (await readRecordById(db, phone, found.phone_id));
  return row ? done([row]) : notFound('phone', number);
}

/** The source of `phone-participant/list`, the phones of participants. */
export const participantPhones: ListSource = {
  table: phone,
  where: sql<boolean>`phone.phone_status = ${sql.lit(phoneType.participant)}`,
};
