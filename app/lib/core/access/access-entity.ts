import { declarations } from 'shared/entities';
import { defineEntity, hasOpaqueIds } from 'shared/entities/declaration';
import { id, shown, shownChoice } from 'shared/entities/shown-fields';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { Crumb, Trail } from '../../trail';
import { buildEntity } from '../entities/declared-entity';
import type { Entity } from '../entities/entity';
import { isLongNumber } from '../entities/identifying';
import { allKindWords, readTypedRecord } from './access-words';
import { hasIdentifyingKey } from './shown-records';

const declaration = defineEntity({
  name: 'access',
  source: 'accesses',
  singular: 'access',
  title: 'Accesses',
  key: 'access_id',
  label: 'access_id',
  lead: ['access_user', 'access_kind', 'access_records', 'access_date'],
  fields: {
    access_id: { ...id(), hiddenAtFirst: true },
    access_date: shown('Date', { format: 'date-time', identifying: false, priority: 0 }),
    access_user: shown('User', { identifying: 'account name', priority: 0 }),
    access_kind: shownChoice('Action', allKindWords, { priority: 2 }),
    access_list: shown('Screen', { identifying: false, priority: 3 }),
    access_count: shown('Records', { format: 'number', identifying: false, priority: 4 }),
    access_records: shown('Which records', { identifying: false, priority: 1 }),
    access_request: shown('Request', { identifying: false, hiddenAtFirst: true }),
  },
  path: '/audit/accesses',
  pageSize: 20,
});

/** The list of the accesses of all users, for administrators. Each row links to the list of the access's records. */
export const access = buildEntity(declaration, {
  columns: { access_records: { link: buildRecordsLink('/audit/access'), isReadableFilter } },
});

/**
 * Returns whether a typed text names a record in the format of the log and can stand in addresses, because its number
 * identifies nobody.
 */
export function isReadableFilter(typed: string): boolean {
  const record = readTypedRecord(typed);
  if (record === undefined) return false;
  const isOpaque = declarations.some((one) => one.name === record.entity && hasOpaqueIds(one));
  return record.ref < 0 || !(isOpaque || hasIdentifyingKey(record.entity));
}

function buildRecordsLink(path: string) {
  return ({ access_id }: Row): string => `${path}/${toText(access_id)}`;
}

/** The breadcrumbs above the lists of one access or one record. */
export const accessesCrumbs: Trail = [
  { title: 'Audit Trail', href: '/audit' },
  { title: access.title, href: access.list.path },
];

const profileCrumb: Crumb = { title: 'Profile', href: '/profile' };

/** The breadcrumbs above the page of one of the user's own accesses. */
export const ownAccessesCrumbs: Trail = [
  profileCrumb,
  { title: 'My accesses', href: '/profile/accesses' },
];

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
    above: [profileCrumb],
    list: { ...access.list, columns, path: '/profile/accesses' },
    accesses: { userKey },
  };
}

/**
 * Returns the list of the accesses to a record. `name` is the record's name from `getAddressName`. `address` is the
 * same name, or its encrypted form if the name must not stand in addresses, titles and the audit log.
 */
export function bindAccessesToRecord(
  entity: Pick<Entity, 'name' | 'singular'>,
  name: string,
  address: string,
): Entity {
  const start = `Accesses to ${entity.singular}`;
  const shownName = name.startsWith('~') ? name.slice(1, 7) : name;
  const isOpaque = address !== name;
  const what = isLongNumber(name) ? `this ${entity.singular}` : `${entity.singular} ${shownName}`;
  return {
    ...access,
    title: isOpaque ? start : `${start} ${shownName}`,
    heading: `Who saw ${what}`,
    above: accessesCrumbs,
    auditName: `${start} ${address}`,
    list: { ...access.list, path: `${access.list.path}/${entity.name}/${address}` },
    accesses: { record: { entity: entity.name, name } },
  };
}
