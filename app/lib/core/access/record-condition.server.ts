import { setImmediate } from 'node:timers/promises';
import type { StudyTables } from 'backend/db/study-tables';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { getDialect } from 'shared/db/dialect-of';
import { getStore } from '../server/store.server';
import { hasRef, type Ref } from './ranges';

export type Builder = ExpressionBuilder<StudyTables, 'access_log'>;
export type AccessCondition = Expression<SqlBool>;

/** The number of parts that are read before other requests get their turn. */
const PART = 500;

/** Returns the condition that an access showed a record. */
export async function buildRecordCondition(
  entity: string,
  ref: Ref | undefined,
): Promise<(eb: Builder) => AccessCondition> {
  const db = await getStore();
  const known = await db
    .selectFrom('access_entity')
    .select('entity_id')
    .where('name', '=', entity)
    .executeTakeFirst();
  if (ref === undefined || !known) return (eb) => eb.or([]);
  const { entity_id } = known;
  const inParts = await findInParts(entity_id, ref);
  // The ids are one JSON value, because the number of values in a statement is limited.
  const ids = sql<number>`(
    select cast(value as integer) from ${getDialect(db).elements(JSON.stringify(inParts))} as v
  )`;
  return (eb) =>
    eb.or([
      eb('access_id', 'in', ids),
      eb('access_id', 'in', (query) =>
        query
          .selectFrom('access_posting')
          .select('access_posting.access_id')
          .where('entity_id', '=', entity_id)
          .where('ref', '=', ref),
      ),
    ]);
}

/** Returns the ids of the accesses that have the record in one of their parts. */
async function findInParts(entity_id: number, ref: Ref): Promise<number[]> {
  const db = await getStore();
  const found = new Set<number>();
  // Pages follow the order of the index access_part_refs, so that no page reads the parts of earlier pages again.
  let last = { last_ref: ref, access_id: 0, part: -1 };
  for (;;) {
    const { last_ref, access_id, part } = last;
    const parts = await db
      .selectFrom('access_part')
      .select(['access_id', 'part', 'last_ref', 'refs'])
      .where('entity_id', '=', entity_id)
      .where('first_ref', '<=', ref)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('last_ref', 'access_id', 'part'), '>', tuple(last_ref, access_id, part)),
      )
      .orderBy('last_ref')
      .orderBy('access_id')
      .orderBy('part')
      .limit(PART)
      .execute();
    for (const one of parts) if (hasRef(one.refs, ref)) found.add(one.access_id);
    const end = parts.at(-1);
    if (!end || parts.length < PART) return [...found];
    last = end;
    await setImmediate();
  }
}
