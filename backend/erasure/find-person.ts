import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { byName } from 'shared/db/types';
import { phoneType } from 'shared/entities/phone';
import type { FoundPerson, Person, PersonValueKind } from 'shared/erasure/person';
import { nameFields } from 'shared/erasure/person-fields';
import { isRecordId } from 'shared/record-id';
import type { Database } from '../db/types';
import { getTableName } from '../entities/declared-table';
import { personColumns } from './person-tables';

/** The number of values that are compared before other requests run. */
const PART = 1_000;
/** The types of phones that are not those of a participant. */
const STAFF = [phoneType.peerNavigator, phoneType.moderator];

/**
 * Finds a participant and the phones that are only theirs. Participants with the same study number count as the same
 * person. Returns undefined if there is no participant with this id.
 */
export async function findPerson(
  db: Database,
  participantId: string,
): Promise<FoundPerson | undefined> {
  if (!isRecordId(participantId)) return undefined;
  const row = await db
    .selectFrom('participant')
    .select(['study_number', 'phone_number'])
    .where('id', '=', Number(participantId))
    .executeTakeFirst();
  if (!row) return undefined;
  const studyNumber = row.study_number?.trim() ?? '';
  const others = studyNumber
    ? await db
        .selectFrom('participant')
        .select('phone_number')
        .where(sql`trim(study_number)`, '=', studyNumber)
        .execute()
    : [];
  return completePerson(db, participantId, studyNumber, [
    row.phone_number,
    ...others.map(({ phone_number }) => phone_number),
  ]);
}

/**
 * Finds the people of a restored database who were erased after its backup, by their study numbers and phones, and by the
 * ids of their records. An id counts only if the study number or the phone of the record is also theirs, or if it has
 * neither. Leaves out phones that somebody else uses in this database. `identify` returns the id of the erasure of the
 * person with this value, or undefined. Returns the people by the ids of their erasures.
 */
export async function findErased(
  db: Database,
  identify: (kind: PersonValueKind, value: string) => string | undefined,
): Promise<Map<string, Person>> {
  const found = new Map<string, Recognized>();
  const get = (erasure: string) => {
    const person = found.get(erasure) ?? { participantId: '', studyNumber: '', phones: new Set() };
    found.set(erasure, person);
    return person;
  };
  for (const { kind, table, column } of personColumns)
    for await (const value of inParts(await listValues(db, table, column))) {
      const erasure = identify(kind, value);
      if (erasure === undefined) continue;
      if (kind === 'phone') get(erasure).phones.add(value);
      else get(erasure).studyNumber = value;
    }
  for await (const { id, studyNumber, phone } of inParts(await listParticipants(db))) {
    const erasure = identify('participant', id);
    if (erasure === undefined) continue;
    const isTheirs =
      (studyNumber && identify('study number', studyNumber) === erasure) ||
      (phone && identify('phone', phone) === erasure) ||
      (!studyNumber && !phone);
    if (isTheirs) get(erasure).participantId = id;
  }
  const people = new Map<string, Person>();
  for (const [erasure, { participantId, studyNumber, phones }] of found) {
    const own: string[] = [];
    for (const phone of phones)
      if (!(await isShared(db, phone, participantId, studyNumber))) own.push(phone);
    if (!participantId && !studyNumber && own.length === 0) continue;
    const names = await findNames(db, own);
    people.set(erasure, { participantId, studyNumber, phones: own, names });
  }
  return people;
}

/** Yields values, and lets other requests run after each part of them. */
async function* inParts<T>(values: readonly T[]): AsyncGenerator<T> {
  for (let start = 0; start < values.length; start += PART) {
    yield* values.slice(start, start + PART);
    await setImmediate();
  }
}

/** A person who was erased after the backup of a database, by the values in it. */
interface Recognized {
  /** The id of their record. Empty if it is not known, as that of other records with their study number. */
  participantId: string;
  studyNumber: string;
  phones: Set<string>;
}

async function listParticipants(db: Database) {
  const rows = await db
    .selectFrom('participant')
    .select(['id', 'study_number', 'phone_number'])
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    studyNumber: row.study_number?.trim() ?? '',
    phone: row.phone_number?.trim() ?? '',
  }));
}

async function listValues(db: Database, table: string, column: string): Promise<string[]> {
  const rows = await byName(db)
    .selectFrom(table)
    .select(sql<string>`trim(${sql.ref(column)})`.as('value'))
    .distinct()
    .where(column, 'is not', null)
    .execute();
  return rows.map(({ value }) => String(value)).filter(Boolean);
}

async function completePerson(
  db: Database,
  participantId: string,
  studyNumber: string,
  numbers: readonly (string | null)[],
): Promise<FoundPerson> {
  const all = [...new Set(numbers.map((number) => number?.trim() ?? ''))].filter(Boolean);
  const phones: string[] = [];
  for (const number of all)
    if (!(await isShared(db, number, participantId, studyNumber))) phones.push(number);
  const names = await findNames(db, phones);
  return {
    person: { participantId, studyNumber, phones, names },
    sharedPhones: all.length - phones.length,
  };
}

/** Returns whether another participant or a member of the staff uses a phone. */
async function isShared(
  db: Database,
  number: string,
  participantId: string,
  studyNumber: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('participant')
    .select('id')
    .where(sql`trim(phone_number)`, '=', number)
    .$if(participantId !== '', (query) => query.where('id', '<>', Number(participantId)))
    .where(
      sql<boolean>`(coalesce(trim(study_number), '') <> ${studyNumber} or ${studyNumber} = '')`,
    )
    .executeTakeFirst();
  if (other) return true;
  const staff = await db
    .selectFrom('phone')
    .select('phone_id')
    .where(sql`trim(phone_number)`, '=', number)
    .where('phone_status', 'in', STAFF)
    .executeTakeFirst();
  return staff !== undefined;
}

async function findNames(db: Database, phones: readonly string[]): Promise<string[]> {
  if (phones.length === 0) return [];
  const found = new Set<string>();
  for (const { entity, phone, names } of nameFields) {
    const rows = await byName(db)
      .selectFrom(getTableName(entity))
      .select([...names])
      .where(sql`trim(${sql.ref(phone)})`, 'in', [...phones])
      .execute();
    for (const row of rows) for (const name of names) found.add(String(row[name] ?? '').trim());
  }
  return [...found].filter(Boolean);
}
