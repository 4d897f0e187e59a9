import { deletableTypes } from 'shared/entities/deletable';
import { deletedRecord as declaration } from 'shared/entities/deleted-record';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';

export const deletedRecord = buildEntity(declaration, {
  columns: { deleted_type: { options: deletableTypes.map(({ label }) => label) } },
  list: { extraFields: ['deleted_entity'] },
  removal: {
    verb: 'Restore',
    href: (row) => getRestorePath(toText(row.deleted_id)),
    keepsList: true,
  },
});

/** Returns the address of the page that asks before a deleted record is restored. */
export function getRestorePath(id: string): string {
  return `${declaration.path}/restore/${encodeURIComponent(id)}`;
}
