import { declarations } from 'shared/entities';
import { defineEntity, hasOpaqueIds } from 'shared/entities/declaration';
import { id, shown, shownChoice } from 'shared/entities/fields';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { buildEntity } from '../entities/declared-entity';
import type { Entity } from '../entities/entity';
import { isLongNumber } from '../entities/identifying';
import { accessKinds } from './access-kinds';
import { readRecord } from './ranges';
import { hasIdentifyingKey } from './shown-records';

const declaration = defineEntity({
  name: 'access',
  source: 'accesses',
  singular: 'access',
  title: 'Accesses',
  key: 'access_id',
  label: 'access_id',
  fields: {
    access_id: { ...id(), hiddenAtFirst: true },
    access_date: shown('Date', { kind: 'date-time', identifying: false, priority: 0 }),
    access_user: shown('User', { identifying: 'account name', priority: 0 }),
    access_kind: shownChoice('Kind', accessKinds, { priority: 2 }),
    access_list: shown('Screen', { identifying: false, priority: 3 }),
    access_count: shown('Records', { kind: 'number', identifying: false, priority: 4 }),
    access_records: shown('Which records', { identifying: false, priority: 1 }),
    access_request: shown('Request', { identifying: false, hiddenAtFirst: true }),
  },
  path: '/audit/accesses',
  pageSize: 20,
});

/** The accesses of all users, for administrators. Each leads to the list of its records. */
export const access = buildEntity(declaration, {
  columns: { access_records: { link: buildRecordsLink('/audit/access'), isReadableFilter } },
});

/** Returns whether a typed text is a record as the log writes it, with a number that identifies nobody. */
function isReadableFilter(typed: string): boolean {
  const record = readRecord(typed);
  if (record === undefined) return false;
  const isOpaque = declarations.some((one) => one.name === record.entity && hasOpaqueIds(one));
  return record.ref < 0 || !(isOpaque || hasIdentifyingKey(record.entity));
}

function buildRecordsLink(path: string) {
  return ({ access_id }: Row): string => `${path}/${toText(access_id)}`;
}

/** Returns the list of a user's own accesses. */
export function bindAccessesToUser(userKey: string): Entity {
  const columns = access.list.columns
    .filter(({ field }) => field !== 'access_user')
    .map((column) =>
      column.link ? { ...column, link: buildRecordsLink('/profile/access') } : column,
    );
  return {
    ...access,
    title: 'My accesses',
    list: { ...access.list, columns, path: '/profile/accesses' },
    accesses: { userKey },
  };
}

/** Returns the list of the accesses to a record. `name` is the record's name in addresses. */
export function bindAccessesToRecord(
  entity: Pick<Entity, 'name' | 'singular'>,
  name: string,
): Entity {
  const shownName = name.startsWith('~') ? name.slice(1, 7) : name;
  return {
    ...access,
    title: `Accesses to ${entity.singular}${isLongNumber(name) ? '' : ` ${shownName}`}`,
    list: { ...access.list, path: `${access.list.path}/${entity.name}/${name}` },
    accesses: { record: { entity: entity.name, name } },
  };
}
