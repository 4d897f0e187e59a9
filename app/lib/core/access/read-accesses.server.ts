import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ListQuery } from 'shared/list/grammar';
import type { ListPage } from 'shared/list/memory';
import { makeTextKey } from 'shared/list/text-key';
import type { AccessScope } from '../entities/list-scope';
import { config } from '../server/config.server';
import { getStore } from '../server/store.server';
import {
  type AccessUser,
  buildFilterCondition,
  buildScopeCondition,
  containsAnywhere,
} from './access-conditions.server';
import { accessKinds } from './access-kinds';
import { describeAccessed, describeKind, describeScreen, screenNames } from './access-words';
import { settleAccesses } from './collect-accesses.server';

/** The maximum number of accesses in an export, which are all read at once. */
const MAX_EXPORTED = 50_000;
/** The maximum number of characters of the records of an access that a list shows. */
const SHOWN_RECORDS = 100;
/**
 * The maximum number of characters of the records of an access in an export of the log. An access that is stored
 * without parts has at most 200 records, which always fit.
 */
const EXPORTED_RECORDS = 4_000;
/** The maximum number of parts of an access that are read. A part of an export has up to 500 records. */
const MAX_PARTS = 20;
/** The number of accesses whose parts are read in one statement. */
const PART = 500;
const TOO_MANY = `An export holds the newest ${MAX_EXPORTED.toLocaleString('en')} accesses that match.`;
/** The note of all pages of the access log while RESEARCHERS_MANAGE_USERS is on. */
export const NO_BOUNDARY =
  'Every user could open this log: while RESEARCHERS_MANAGE_USERS is on, users can make themselves administrators.';

/** Stores the accesses that have been noted, and then returns the accesses within a scope that match a query. */
export async function readAccesses(scope: AccessScope, query: ListQuery): Promise<ListPage> {
  await settleAccesses();
  const db = await getStore();
  const users = await db.selectFrom('access_user').selectAll().execute();
  const filters = await Promise.all(
    query.filters.map((filter) => buildFilterCondition(filter, users)),
  );
  const inScope = await buildScopeCondition(scope, users);
  const matching = db
    .selectFrom('access_log')
    .where((eb) =>
      eb.and([
        inScope(eb),
        ...filters.map((build) => build(eb)),
        ...(query.q === undefined ? [] : [containsAnywhere(eb, users, query.q)]),
      ]),
    );
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const { size = MAX_EXPORTED, page } = query;
  const direction = query.sort && !query.sort.descending ? 'asc' : 'desc';
  const rows = await matching
    .selectAll()
    .orderBy(buildOrder(query.sort?.field, users), direction)
    .orderBy('access_id', direction)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const inParts = rows.filter(({ access_records }) => access_records === '');
  const parts = await readParts(inParts, query.size === undefined ? MAX_PARTS : 1);
  const limit = query.size === undefined ? EXPORTED_RECORDS : SHOWN_RECORDS;
  const names = new Map(users.map(({ user_id, username }) => [user_id, username]));
  const notes = [
    ...(config.RESEARCHERS_MANAGE_USERS ? [NO_BOUNDARY] : []),
    ...(Number(total) > MAX_EXPORTED ? [TOO_MANY] : []),
  ];
  return {
    rows: rows.map(({ access_user_id, ...row }) => ({
      ...row,
      access_user: names.get(access_user_id) ?? '',
      access_kind: describeKind(row.access_kind),
      access_list: describeScreen(row.access_list),
      access_records: cut(
        describeAccessed(row.access_records || (parts.get(row.access_id) ?? '')),
        {
          limit,
          total: row.access_count,
        },
      ),
    })),
    total: Number(total),
    note: notes.join(' ') || undefined,
    exportLimit: MAX_EXPORTED,
  };
}

/** Returns the expression to sort by. Users, kinds and screens, of which there are few, are ranked by their words. */
function buildOrder(field: string | undefined, users: readonly AccessUser[]) {
  switch (field) {
    case 'access_date':
    case 'access_count':
    case 'access_records':
    case 'access_request':
      return sql.ref(`access_log.${field}`);
    case 'access_kind':
      return buildRank(field, accessKinds, describeKind);
    case 'access_list':
      return buildRank(field, screenNames, describeScreen);
    case 'access_user': {
      const names = new Map(users.map(({ user_id, username }) => [user_id, username]));
      return buildRank('access_user_id', [...names.keys()], (id) => names.get(id) ?? '');
    }
    default:
      return sql.ref('access_log.access_id');
  }
}

const toKey = (text: string) => makeTextKey(text, config.STUDY_LOCALE);

/** Returns the position of a column's value among all its values, sorted by their words. */
function buildRank<Value extends string | number>(
  column: 'access_kind' | 'access_list' | 'access_user_id',
  values: readonly Value[],
  getWords: (value: Value) => string,
) {
  if (values.length === 0) return sql.ref('access_log.access_id');
  const ranked = [...values].sort((a, b) => (toKey(getWords(a)) < toKey(getWords(b)) ? -1 : 1));
  const cases = ranked.map((value, rank) => sql`when ${sql.lit(value)} then ${sql.lit(rank)}`);
  return sql`case ${sql.ref(`access_log.${column}`)} ${sql.join(cases, sql` `)} end`;
}

/**
 * Cuts a list of records after at most `limit` characters, at a space, and says how many of `total` records are not in
 * it. Of an access that is stored in parts, the text may have only the first part.
 */
function cut(text: string, { limit, total }: { limit: number; total: number }): string {
  const isLong = text.length > limit;
  const shown = isLong ? text.slice(0, text.lastIndexOf(' ', limit)) : text;
  const rest = total - countRecords(shown);
  if (rest > 0 && shown !== '')
    return `${shown.replace(/[,;]$/, '')} and ${rest.toLocaleString('en')} more`;
  return isLong ? `${shown} …` : shown;
}

/** Returns the number of records in a text of ranges, such as 'participant 1-50, 53'. */
function countRecords(text: string): number {
  const runs = [...text.matchAll(/#?(\d+)(?:-#?(\d+))?/g)];
  return runs.reduce((sum, [, first, last = first]) => sum + Number(last) - Number(first) + 1, 0);
}

/**
 * Returns the records in the first `count` parts of each access, as text, by the id of the access. Leaves out the parts
 * after the one that exceeds EXPORTED_RECORDS characters. Lets other requests run in between.
 */
async function readParts(
  accesses: readonly { access_id: number }[],
  count: number,
): Promise<Map<number, string>> {
  const db = await getStore();
  const texts = new Map<number, string>();
  for (let start = 0; start < accesses.length; start += PART) {
    const ids = accesses.slice(start, start + PART).map(({ access_id }) => access_id);
    const parts = await db
      .selectFrom('access_part')
      .innerJoin('access_entity', 'access_entity.entity_id', 'access_part.entity_id')
      .select(['access_id', 'name'])
      // One character more than fits, so that `cut` recognizes a text that is not complete.
      .select((eb) =>
        eb.fn<string>('substr', ['refs', eb.lit(1), eb.lit(EXPORTED_RECORDS + 1)]).as('refs'),
      )
      .where('access_id', 'in', ids)
      .where('part', '<', count)
      .orderBy('access_id')
      .orderBy('part')
      .execute();
    for (const { access_id, name, refs } of parts) {
      const known = texts.get(access_id);
      if (known === undefined) texts.set(access_id, `${name} ${refs}`);
      else if (known.length <= EXPORTED_RECORDS) texts.set(access_id, `${known}; ${name} ${refs}`);
    }
    await setImmediate();
  }
  return texts;
}
