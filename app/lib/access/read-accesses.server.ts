import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { declarations } from 'shared/entities';
import type { Filter, ListQuery } from 'shared/list/grammar';
import type { ListPage } from 'shared/list/memory';
import { fold } from 'shared/list/values';
import type { AccessScope } from '../entities/entity';
import { config } from '../server/config.server';
import { getStore } from '../server/store.server';
import type { StoreTables } from '../server/store-tables';
import { accessKinds } from './access-kinds';
import { settleAccesses } from './note-access.server';
import { type Ref, readRanges, readRecords } from './ranges';
import { findRefByAddressName } from './record-keys.server';

/** The maximum number of accesses in an export, which are all read at once. */
const MAX_EXPORTED = 50_000;
/** The maximum number of characters of the records that a list shows. An export holds all of them. */
const SHOWN_RECORDS = 100;
/** The maximum number of parts of an access, of 500 records each, whose records an export of the log names. */
const MAX_PARTS = 20;
const TOO_MANY = `An export holds the newest ${MAX_EXPORTED.toLocaleString('en')} accesses that match.`;
const NO_BOUNDARY =
  'Every user can become an administrator, because RESEARCHERS_MANAGE_USERS is on. So the boundary between administrators and researchers is not enforced, and every user could open this log.';

type Builder = ExpressionBuilder<StoreTables, 'access_log'>;
type Condition = Expression<SqlBool>;
interface User {
  user_id: number;
  username: string;
}

/** Returns the accesses within a scope that match a query, after those that are being stored. */
export async function readAccesses(scope: AccessScope, query: ListQuery): Promise<ListPage> {
  await settleAccesses();
  const db = await getStore();
  const users = await db.selectFrom('access_user').selectAll().execute();
  const filters = await Promise.all(query.filters.map((filter) => buildFilter(filter, users)));
  const inScope = await buildScope(scope, users);
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
  const bulk = rows.filter(({ access_records }) => access_records === '');
  const parts = await readParts(bulk, query.size === undefined ? MAX_PARTS : 1);
  const names = new Map(users.map(({ user_id, username }) => [user_id, username]));
  const cut = (text: string) =>
    query.size === undefined || text.length <= SHOWN_RECORDS
      ? text
      : `${text.slice(0, text.lastIndexOf(' ', SHOWN_RECORDS))} …`;
  const notes = [
    ...(config.RESEARCHERS_MANAGE_USERS ? [NO_BOUNDARY] : []),
    ...(Number(total) > MAX_EXPORTED ? [TOO_MANY] : []),
  ];
  return {
    rows: rows.map(({ access_user_id, ...row }) => ({
      ...row,
      access_user: names.get(access_user_id) ?? '',
      access_records: cut(row.access_records || (parts.get(row.access_id) ?? '')),
    })),
    total: Number(total),
    note: notes.join(' ') || undefined,
    exportLimit: MAX_EXPORTED,
  };
}

/** Returns the condition that an access belongs to the part of the log that a page shows. */
async function buildScope(
  { userKey, record }: AccessScope,
  users: readonly (User & { user_key: string })[],
): Promise<(eb: Builder) => Condition> {
  if (userKey !== undefined) {
    const own = users.filter(({ user_key }) => user_key === userKey);
    return (eb) =>
      isOneOf(
        eb,
        'access_user_id',
        own.map(({ user_id }) => user_id),
      );
  }
  if (!record) return (eb) => eb.and([]);
  const ref = await findRefByAddressName(record.name);
  return buildRecordCondition(record.entity, ref);
}

/** Returns the condition that an access showed a record. */
async function buildRecordCondition(
  entity: string,
  ref: Ref | undefined,
): Promise<(eb: Builder) => Condition> {
  const db = await getStore();
  const known = await db
    .selectFrom('access_entity')
    .select('entity_id')
    .where('name', '=', entity)
    .executeTakeFirst();
  if (ref === undefined || !known) return (eb) => eb.or([]);
  const { entity_id } = known;
  const parts = await db
    .selectFrom('access_part')
    .select(['access_id', 'refs'])
    .where('entity_id', '=', entity_id)
    .where('last_ref', '>=', ref)
    .where('first_ref', '<=', ref)
    .execute();
  const bulk = parts.filter(({ refs }) => readRanges(refs).includes(ref));
  return (eb) =>
    eb.or([
      isOneOf(eb, 'access_id', [...new Set(bulk.map(({ access_id }) => access_id))]),
      eb('access_id', 'in', (query) =>
        query
          .selectFrom('access_posting')
          .select('access_posting.access_id')
          .where('entity_id', '=', entity_id)
          .where('ref', '=', ref),
      ),
    ]);
}

function isOneOf(
  eb: Builder,
  column: 'access_user_id' | 'access_id' | 'access_list' | 'access_kind',
  values: readonly (number | string)[],
): Condition {
  return values.length === 0 ? eb.or([]) : eb(column, 'in', [...values] as never[]);
}

/** Returns the condition of a filter. Texts are compared with the few users and screens, not with each access. */
async function buildFilter(
  filter: Filter,
  users: readonly User[],
): Promise<(eb: Builder) => Condition> {
  const { field } = filter;
  switch (filter.kind) {
    case 'date':
      // As in backend/lists/list-conditions.ts.
      return (eb) =>
        eb.and([
          ...(filter.from ? [eb('access_date', '>=', filter.from)] : []),
          ...(filter.to ? [eb('access_date', '<=', `${filter.to}!`)] : []),
        ]);
    case 'number': {
      const column = field === 'access_id' ? 'access_id' : 'access_count';
      return (eb) =>
        eb.and([
          ...(filter.min === undefined ? [] : [eb(column, '>=', filter.min)]),
          ...(filter.max === undefined ? [] : [eb(column, '<=', filter.max)]),
        ]);
    }
    case 'choice':
      return (eb) => eb('access_kind', '=', filter.equals);
    case 'exact':
      return buildTextFilter(
        field,
        users,
        (text) => fold(text) === fold(filter.equals),
        filter.equals,
      );
    case 'text':
      return buildTextFilter(field, users, contains(filter.contains), filter.contains);
  }
}

function contains(part: string): (text: string) => boolean {
  return (text) => fold(text).includes(fold(part));
}

async function buildTextFilter(
  field: string,
  users: readonly User[],
  matches: (text: string) => boolean,
  text: string,
): Promise<(eb: Builder) => Condition> {
  if (field === 'access_records') {
    const [[entity, refs] = [], ...others] = readRecords(normalizeRecord(text));
    const [ref, ...more] = refs ?? [];
    if (entity === undefined || others.length + more.length > 0) return (eb) => eb.or([]);
    return buildRecordCondition(entity, ref);
  }
  if (field === 'access_request') return (eb) => eb('access_request', '=', text.trim());
  if (field === 'access_user')
    return (eb) =>
      isOneOf(
        eb,
        'access_user_id',
        users.filter(({ username }) => matches(username)).map(({ user_id }) => user_id),
      );
  return (eb) => isOneOf(eb, 'access_list', screenNames.filter(matches));
}

const screenNames = ['access', ...declarations.map(({ name }) => name)];

/** Returns a typed record, such as `Participant  12`, as the log writes it. */
function normalizeRecord(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

function containsAnywhere(eb: Builder, users: readonly User[], q: string): Condition {
  const found = contains(q);
  return eb.or([
    isOneOf(
      eb,
      'access_user_id',
      users.filter(({ username }) => found(username)).map(({ user_id }) => user_id),
    ),
    isOneOf(eb, 'access_list', screenNames.filter(found)),
    isOneOf(eb, 'access_kind', accessKinds.filter(found)),
  ]);
}

/** Returns the expression to sort by. Users are ranked by their names, of which there are few. */
function buildOrder(field: string | undefined, users: readonly User[]) {
  switch (field) {
    case 'access_date':
    case 'access_kind':
    case 'access_list':
    case 'access_count':
    case 'access_records':
    case 'access_request':
      return sql.ref(`access_log.${field}`);
    case 'access_user': {
      const ranked = [...users].sort((a, b) => (fold(a.username) < fold(b.username) ? -1 : 1));
      if (ranked.length === 0) return sql.ref('access_log.access_id');
      const cases = ranked.map(
        ({ user_id }, rank) => sql`when ${sql.lit(user_id)} then ${sql.lit(rank)}`,
      );
      return sql`case access_log.access_user_id ${sql.join(cases, sql` `)} end`;
    }
    default:
      return sql.ref('access_log.access_id');
  }
}

/** Returns the records of accesses that have parts, as text: those of the first `count` parts. */
async function readParts(
  accesses: readonly { access_id: number }[],
  count: number,
): Promise<Map<number, string>> {
  if (accesses.length === 0) return new Map();
  const db = await getStore();
  const parts = await db
    .selectFrom('access_part')
    .innerJoin('access_entity', 'access_entity.entity_id', 'access_part.entity_id')
    .select(['access_id', 'name', 'refs'])
    .where(
      'access_id',
      'in',
      accesses.map(({ access_id }) => access_id),
    )
    .where('part', '<', count)
    .orderBy('access_id')
    .orderBy('part')
    .execute();
  const texts = new Map<number, string>();
  for (const { access_id, name, refs } of parts) {
    const known = texts.get(access_id);
    texts.set(access_id, known === undefined ? `${name} ${refs}` : `${known}; ${name} ${refs}`);
  }
  return texts;
}
