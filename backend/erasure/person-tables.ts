import { sql } from 'kysely';
import { splitValues } from 'shared/db/split-values';
import { byName, type SqlRow } from 'shared/db/types';
import {
  listCertainMentions,
  mentionsInJson,
  type Person,
  type PersonRecords,
  type PersonRows,
} from 'shared/erasure/person';
import { type PersonField, phoneFields, studyNumberFields } from 'shared/erasure/person-fields';
import { TEXT_KEYS } from '../db/text-keys';
import type { Database } from '../db/types';
import { getTableName } from '../entities/declared-table';

interface PersonTable {
  entity: string;
  table: string;
  key: string;
  /** The column that names the person. */
  column: string;
}

const byStudyNumber = studyNumberFields.map(toTable);
const byPhone = phoneFields.map(toTable);
/** The tables with texts that may name the person, and the columns of these texts. */
const byMention = [
  { entity: 'analytic', table: 'analytic', key: 'id', columns: ['subject', 'result'] },
  {
    entity: 'deleted-record',
    table: 'deleted_record',
    key: 'deleted_id',
    columns: ['deleted_row'],
  },
  { entity: 'import', table: 'import_job', key: 'job_id', columns: ['report', 'message'] },
] as const;

/**
 * The columns of both study numbers and phone numbers, by which erased people are recognized in a restored database.
 */
export const personColumns = [
  ...byStudyNumber.map((one) => ({ ...one, kind: 'study number' as const })),
  ...byPhone.map((one) => ({ ...one, kind: 'phone' as const })),
  { kind: 'phone' as const, table: 'participant', column: 'phone_number' },
];

/** Records of a person, with their table. */
interface FoundRecords extends PersonRecords {
  table: string;
  key: string;
}

/** Finds the records of a person in all tables of the host. */
export async function findPersonRecords(db: Database, person: Person): Promise<FoundRecords[]> {
  const { participantId, studyNumber, phones } = person;
  const found: FoundRecords[] = [];
  for (const one of byStudyNumber) found.push(await findEqual(db, one, [studyNumber]));
  const at = found.findIndex(({ entity }) => entity === 'participant');
  const participants = found[at];
  if (participants && participantId && !participants.ids.includes(participantId))
    found[at] = { ...participants, ids: await addPresent(db, participants, participantId) };
  for (const one of byPhone) found.push(await findEqual(db, one, phones));
  for (const { columns, ...one } of byMention)
    found.push({ ...one, ids: await findMentions(db, one, columns, person) });
  return found.filter(({ ids }) => ids.length > 0);
}

/** Reads the stored rows of the records that `findPersonRecords` finds. */
export async function readPersonRows(db: Database, person: Person): Promise<PersonRows[]> {
  const read: PersonRows[] = [];
  for (const { entity, table, key, ids } of await findPersonRecords(db, person)) {
    const rows: SqlRow[] = [];
    for (const part of splitValues(ids))
      for (const row of await byName(db)
        .selectFrom(table)
        .selectAll()
        .where(sql<string>`cast(${sql.ref(key)} as text)`, 'in', part)
        .execute())
        rows.push(row);
    read.push({
      entity,
      rows: rows.map(({ [TEXT_KEYS]: _, ...row }) => ({ id: String(row[key]), row })),
    });
  }
  return read;
}

/** Deletes records that `findPersonRecords` has found. */
export async function deleteRecords(db: Database, found: readonly FoundRecords[]): Promise<void> {
  for (const { table, key, ids } of found)
    for (const part of splitValues(ids))
      await byName(db)
        .deleteFrom(table)
        .where(sql<string>`cast(${sql.ref(key)} as text)`, 'in', part)
        .execute();
}

/** Reads the ids of the rows whose column has one of the values. Spaces around the stored value do not matter. */
async function findEqual(
  db: Database,
  { entity, table, key, column }: PersonTable,
  values: readonly string[],
): Promise<FoundRecords> {
  const wanted = values.filter((value) => value !== '');
  const rows =
    wanted.length === 0
      ? []
      : await byName(db)
          .selectFrom(table)
          .select(key)
          .where(sql<string>`trim(${sql.ref(column)})`, 'in', wanted)
          .execute();
  return { entity, table, key, ids: readIds(rows, key) };
}

async function addPresent(
  db: Database,
  { table, key, ids }: FoundRecords,
  id: string,
): Promise<string[]> {
  const rows = await byName(db)
    .selectFrom(table)
    .select(key)
    .where(sql<boolean>`cast(${sql.ref(key)} as text) = ${id}`)
    .execute();
  return [...ids, ...readIds(rows, key)];
}

async function findMentions(
  db: Database,
  { table, key }: { table: string; key: string },
  columns: readonly string[],
  person: Person,
): Promise<string[]> {
  const values = listCertainMentions(person);
  if (values.length === 0) return [];
  const contains = columns.flatMap((column) =>
    values.map(
      (value) => sql<boolean>`replace(${sql.ref(column)}, ${value}, '') <> ${sql.ref(column)}`,
    ),
  );
  const rows = await byName(db)
    .selectFrom(table)
    .select([key, ...columns])
    .where((eb) => eb.or(contains))
    .execute();
  const named = rows.filter((row) =>
    columns.some((column) => mentionsInJson(String(row[column] ?? ''), values)),
  );
  return readIds(named, key);
}

function toTable({ entity, key, field }: PersonField): PersonTable {
  return { entity, table: getTableName(entity), key, column: field };
}

function readIds(rows: readonly SqlRow[], key: string): string[] {
  return rows.map((row) => String(row[key]));
}
