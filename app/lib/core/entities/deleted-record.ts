import { deletableTypes } from 'shared/entities/deletable';
import { deletedRecord as declaration } from 'shared/entities/deleted-record';
import { filterParams } from 'shared/list/grammar';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';
import type { Entity } from './entity';

export const deletedRecord = buildEntity(declaration, {
  columns: { deleted_type: { options: deletableTypes.map(({ label }) => label) } },
  list: { extraFields: ['deleted_entity'] },
  removal: {
    verb: 'Restore',
    href: (row) => getRestorePath(toText(row.deleted_id)),
    keepsList: true,
  },
  readerRefusal:
    'Only users who may delete records can see the bin. If you need a deleted record, ask an administrator.',
});

/** Returns the address of the deleted records of an entity. */
export function getBinPath({ host }: Entity): string {
  const type = deletableTypes.find(({ wireName }) => wireName === host?.name);
  const filter =
    type && filterParams({ kind: 'choice', field: 'deleted_type', equals: type.label });
  return `${declaration.path}?${new URLSearchParams(filter)}`;
}

/** Returns the address of the page that asks before a deleted record is restored. */
export function getRestorePath(id: string): string {
  return `${declaration.path}/restore/${encodeURIComponent(id)}`;
}
