import { defineEntity } from 'shared/entities/declaration';
import { id, shown } from 'shared/entities/shown-fields';
import { toText } from 'shared/list/values';
import { buildEntity } from '../entities/declared-entity';
import type { Entity } from '../entities/entity';
import type { AccessScope, StoredAccess } from '../entities/list-scope';
import { accessesCrumbs, isReadableFilter, ownAccessesCrumbs } from './access-entity';

const declaration = defineEntity({
  name: 'accessed-record',
  source: 'accesses',
  singular: 'record',
  title: 'Records',
  key: 'record_no',
  label: 'record_log',
  lead: ['record_log', 'record_name', 'record_key'],
  fields: {
    record_no: { ...id(), hiddenAtFirst: true },
    record_type: shown('Type', { identifying: false, priority: 2 }),
    record_key: shown('ID', { identifying: true, priority: 0, cardLabel: 'ID' }),
    record_name: shown('Name', { identifying: true, priority: 1 }),
    record_log: shown('Name in the log', { identifying: false, priority: 3 }),
  },
  path: '/audit/access',
  pageSize: 20,
});

const accessedRecord = buildEntity(declaration, {
  columns: {
    record_key: { link: ({ record_path }) => toText(record_path) || undefined },
    record_log: {
      link: ({ record_accesses }) => toText(record_accesses) || undefined,
      isReadableFilter,
    },
  },
  list: { extraFields: ['record_entity', 'record_id', 'is_secret', 'is_identifying'] },
});

/**
 * Returns the list of the records of one access. `userKey` is given on the pages of a user's own accesses, which do not
 * link to the accesses of other users.
 */
export function bindRecordsToAccess(
  access: StoredAccess,
  { userKey, nameRecords }: Pick<AccessScope, 'userKey' | 'nameRecords'> = {},
): Entity {
  const isOwn = userKey !== undefined;
  const start = isOwn ? '/profile/access' : declaration.path;
  return {
    ...accessedRecord,
    above: isOwn ? ownAccessesCrumbs : accessesCrumbs,
    title: `Records of access ${access.id}`,
    heading: 'Records that were seen',
    crumb: 'Records that were seen',
    list: { ...accessedRecord.list, path: `${start}/${access.id}` },
    accesses: { access, userKey, nameRecords },
  };
}
