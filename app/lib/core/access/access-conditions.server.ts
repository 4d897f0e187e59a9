import type { Condition as FilterCondition } from 'shared/list/filters';
import type { Filter } from 'shared/list/grammar';
import { makeTextFinder } from 'shared/list/search-words';
import { fold } from 'shared/list/values';
import type { AccessScope } from '../entities/list-scope';
import { findKinds, findScreenNames, readTypedRecord } from './access-words';
import {
  type AccessCondition,
  type Builder,
  buildRecordCondition,
} from './record-condition.server';
import { findRefByAddressName } from './record-keys.server';

/** A user whom the access log names. */
export interface AccessUser {
  user_id: number;
  username: string;
  user_key: string;
}

/** Returns the condition that an access belongs to `scope`, the part of the log that a list shows. */
export async function buildScopeCondition(
  { userKey, record }: AccessScope,
  users: readonly AccessUser[],
): Promise<(eb: Builder) => AccessCondition> {
  if (userKey !== undefined) return isByUser(users, (user) => user.user_key === userKey);
  if (!record) return (eb) => eb.and([]);
  const ref = await findRefByAddressName(record.name);
  return buildRecordCondition(record.entity, ref);
}

/** Returns the condition that one of the matching users made the access. */
function isByUser(
  users: readonly AccessUser[],
  matches: (user: AccessUser) => boolean,
): (eb: Builder) => AccessCondition {
  const ids = users.filter(matches).map(({ user_id }) => user_id);
  return (eb) => isAmong(eb, 'access_user_id', ids);
}

function isAmong(
  eb: Builder,
  column: 'access_user_id' | 'access_list' | 'access_kind',
  values: readonly (number | string)[],
): AccessCondition {
  return values.length === 0 ? eb.or([]) : eb(column, 'in', [...values] as never[]);
}

/**
 * Returns the condition of a filter. Compares a typed text in memory with the names of users and screens, because there
 * are fewer of these than accesses.
 */
export async function buildFilterCondition(
  filter: Filter,
  users: readonly AccessUser[],
): Promise<(eb: Builder) => AccessCondition> {
  const isEmpty = (eb: Builder) => buildEmptiness(eb, filter.field);
  if (filter.kind === 'empty') return filter.empty ? isEmpty : (eb) => eb.not(isEmpty(eb));
  const matches = await buildComparison(filter, users);
  return filter.orEmpty ? (eb) => eb.or([matches(eb), isEmpty(eb)]) : matches;
}

/** Returns the condition that a field has no value. Only the request of an access can be missing. */
function buildEmptiness(eb: Builder, field: string): AccessCondition {
  if (field !== 'access_request') return eb.or([]);
  return eb.or([eb('access_request', 'is', null), eb('access_request', '=', '')]);
}

async function buildComparison(
  filter: FilterCondition,
  users: readonly AccessUser[],
): Promise<(eb: Builder) => AccessCondition> {
  const { field } = filter;
  switch (filter.kind) {
    case 'date':
      // `2024-01-02!` sorts after every time on 2024-01-02, as in backend/lists/list-conditions.ts.
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
      return buildKindsFilter([filter.equals]);
    case 'in':
      return field === 'access_kind'
        ? buildKindsFilter(filter.values)
        : buildValuesFilter(field, users, filter.values);
    case 'exact':
      return buildValuesFilter(field, users, [filter.equals]);
    case 'text':
      return buildTextFilter(field, users, makeTextFinder(filter.contains), filter.contains);
  }
}

/**
 * Returns the condition that the kind of an access is one of the values, in the words of the list or as it is stored.
 */
function buildKindsFilter(values: readonly string[]): (eb: Builder) => AccessCondition {
  const kinds = findKinds((text) => values.includes(text));
  return (eb) => isAmong(eb, 'access_kind', kinds);
}

/** Returns the condition that a text is one of the values, ignoring case. */
async function buildValuesFilter(
  field: string,
  users: readonly AccessUser[],
  values: readonly string[],
): Promise<(eb: Builder) => AccessCondition> {
  const conditions = await Promise.all(
    values.map((value) =>
      buildTextFilter(field, users, (text) => fold(text) === fold(value), value),
    ),
  );
  return (eb) => eb.or(conditions.map((build) => build(eb)));
}

async function buildTextFilter(
  field: string,
  users: readonly AccessUser[],
  matches: (text: string) => boolean,
  text: string,
): Promise<(eb: Builder) => AccessCondition> {
  if (field === 'access_records') {
    const record = readTypedRecord(text);
    return record ? buildRecordCondition(record.entity, record.ref) : (eb) => eb.or([]);
  }
  if (field === 'access_request') return (eb) => eb('access_request', '=', text.trim());
  if (field === 'access_user') return isByUser(users, ({ username }) => matches(username));
  return (eb) => isAmong(eb, 'access_list', findScreenNames(matches));
}

/** Returns the condition that a user, a screen or a kind of access contains the text. */
export function containsAnywhere(
  eb: Builder,
  users: readonly AccessUser[],
  q: string,
): AccessCondition {
  const found = makeTextFinder(q);
  return eb.or([
    isByUser(users, ({ username }) => found(username))(eb),
    isAmong(eb, 'access_list', findScreenNames(found)),
    isAmong(eb, 'access_kind', findKinds(found)),
  ]);
}
