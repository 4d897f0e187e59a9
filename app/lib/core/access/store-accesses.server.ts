import type { StudyTables } from 'backend/db/study-tables';
import type { Transaction } from 'kysely';
import { defined } from 'shared/defined';
import { getStore } from '../server/store.server';
import type { AccessKind } from './access-kinds';
import {
  findOrAddEntity,
  findOrAddUser,
  getEntityId,
  getUserId,
  type LoggedUser,
} from './log-names.server';
import { type Ref, writeRanges, writeRecords } from './ranges';
import { findRefs } from './record-keys.server';
import type { ShownRecord } from './shown-records';

/** A response, or a part of an export, with identifying fields of records. */
export interface Access {
  /** The time in the study's time zone, as `YYYY-MM-DD HH:MM:SS`. */
  date: string;
  user: LoggedUser;
  request: string | undefined;
  kind: AccessKind;
  /** The name of the entity whose screen or export shows the records. */
  list: string;
  records: readonly ShownRecord[];
  /** The stored export to which the records are added, and the number of this part of it. */
  export?: { id: number; part: number };
}

/**
 * The maximum number of records of an access that are stored in `access_posting`. If there are more, all of them are
 * stored as ranges in `access_part`.
 */
const MAX_INDEXED = 200;
/** The maximum number of values in one statement, as in backend/demo-study/fill.ts. */
const MAX_VALUES = 8_000;
/** The maximum number of rows in one statement. An access has 7 values, so 8 leaves a reserve. */
const ROWS_PER_STATEMENT = Math.floor(MAX_VALUES / 8);

/** A part of the records of an access. */
interface Part {
  access_id: number;
  part: number;
  records: ReadonlyMap<string, readonly Ref[]>;
}

type PartKey = Pick<StudyTables['access_part'], 'access_id' | 'part' | 'entity_id'>;

/** Adds the users, entities and record ids that are new, then stores the accesses in one transaction. */
export async function storeAccesses(accesses: readonly Access[]): Promise<void> {
  const grouped: { access: Access; records: Map<string, Ref[]> }[] = [];
  for (const access of accesses) grouped.push({ access, records: await groupRecords(access) });
  for (const { access, records } of grouped) {
    await findOrAddUser(access.user);
    for (const entity of records.keys()) await findOrAddEntity(entity);
  }
  const responses = grouped.filter(({ access }) => !access.export);
  const exportParts = grouped.flatMap(({ access, records }) =>
    access.export ? [{ access_id: access.export.id, part: access.export.part, records }] : [],
  );
  const db = await getStore();
  await db.transaction().execute(async (transaction) => {
    for (let start = 0; start < responses.length; start += ROWS_PER_STATEMENT)
      await insertAccesses(transaction, responses.slice(start, start + ROWS_PER_STATEMENT));
    for (const [id, added] of await insertParts(transaction, exportParts))
      await transaction
        .updateTable('access_log')
        .set(({ eb }) => ({ access_count: eb('access_count', '+', added) }))
        .where('access_id', '=', id)
        .execute();
  });
}

/** Stores the entry of an export, to which its records are added as they are sent. Returns its id. */
export async function storeExport(access: Access): Promise<number> {
  const access_user_id = await findOrAddUser(access.user);
  const db = await getStore();
  const { access_id } = await db
    .insertInto('access_log')
    .values({ ...buildEntry(access), access_user_id, access_count: 0, access_records: '' })
    .returning('access_id')
    .executeTakeFirstOrThrow();
  return access_id;
}

async function groupRecords({ records, date }: Access): Promise<Map<string, Ref[]>> {
  const refs = await findRefs(records, date.slice(0, 10));
  const byEntity = new Map<string, Set<Ref>>();
  records.forEach(({ entity }, at) => {
    const group = byEntity.get(entity) ?? new Set<Ref>();
    byEntity.set(entity, group.add(defined(refs[at])));
  });
  return new Map([...byEntity].map(([entity, group]) => [entity, [...group]]));
}

function count(records: ReadonlyMap<string, readonly Ref[]>): number {
  return [...records.values()].reduce((sum, refs) => sum + refs.length, 0);
}

function buildEntry({ date, request, kind, list }: Access) {
  return {
    access_date: date,
    access_request: request ?? null,
    access_kind: kind,
    access_list: list,
  };
}

async function insertAccesses(
  db: Transaction<StudyTables>,
  accesses: readonly { access: Access; records: Map<string, Ref[]> }[],
): Promise<void> {
  const inserted = await db
    .insertInto('access_log')
    .values(
      accesses.map(({ access, records }) => ({
        ...buildEntry(access),
        access_user_id: getUserId(access.user),
        access_count: count(records),
        access_records: count(records) > MAX_INDEXED ? '' : writeRecords(records),
      })),
    )
    .returning('access_id')
    .execute();
  // Both engines insert the rows of one statement in the order of their values.
  const ids = inserted.map(({ access_id }) => access_id).sort((a, b) => a - b);
  const postings: StudyTables['access_posting'][] = [];
  const parts: Part[] = [];
  for (const [at, { records }] of accesses.entries()) {
    const access_id = defined(ids[at]);
    if (count(records) > MAX_INDEXED) parts.push({ access_id, part: 0, records });
    else
      for (const [entity, refs] of records) {
        const entity_id = getEntityId(entity);
        for (const ref of refs) postings.push({ entity_id, ref, access_id });
      }
  }
  for (let start = 0; start < postings.length; start += ROWS_PER_STATEMENT)
    await db
      .insertInto('access_posting')
      .values(postings.slice(start, start + ROWS_PER_STATEMENT))
      .execute();
  await insertParts(db, parts);
}

/**
 * Inserts parts of accesses. Returns the number of records that this has added to each access, by the id of the access.
 * A part that is already stored adds none: an earlier commit succeeded, but its confirmation was lost.
 */
async function insertParts(
  db: Transaction<StudyTables>,
  parts: readonly Part[],
): Promise<Map<number, number>> {
  const rows = parts.flatMap(({ access_id, part, records }) =>
    [...records].map(([entity, refs]) => {
      const entity_id = getEntityId(entity);
      return { row: { access_id, part, entity_id, ...summarizeRefs(refs) }, size: refs.length };
    }),
  );
  const sizes = new Map(rows.map(({ row, size }) => [buildPartKey(row), size]));
  const added = new Map<number, number>();
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const inserted = await db
      .insertInto('access_part')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT).map(({ row }) => row))
      .onConflict((conflict) => conflict.columns(['access_id', 'part', 'entity_id']).doNothing())
      .returning(['access_id', 'part', 'entity_id'])
      .execute();
    for (const key of inserted) {
      const before = added.get(key.access_id) ?? 0;
      added.set(key.access_id, before + defined(sizes.get(buildPartKey(key))));
    }
  }
  return added;
}

function summarizeRefs(refs: readonly Ref[]) {
  return {
    first_ref: refs.reduce((least, ref) => Math.min(least, ref)),
    last_ref: refs.reduce((largest, ref) => Math.max(largest, ref)),
    refs: writeRanges(refs),
  };
}

function buildPartKey({ access_id, part, entity_id }: PartKey): string {
  return `${access_id} ${part} ${entity_id}`;
}
