import { defineEntity } from './declaration';
import { id, shown, shownChoice } from './shown-fields';

/** A deleted record of the embedded host, which can be restored until BIN_DAYS have passed. */
export const deletedRecord = defineEntity({
  name: 'deleted-record',
  wire: { name: 'bin', embeddedOnly: true },
  singular: 'deleted record',
  title: 'Bin',
  key: 'deleted_id',
  label: 'deleted_name',
  lead: ['deleted_name', 'deleted_type', 'deleted_date', 'days_left'],
  fields: {
    deleted_id: { ...id(), hiddenAtFirst: true },
    // The panel and the host add the options: the words for the entities whose records users can delete.
    deleted_type: shownChoice('Type', [], { priority: 1 }),
    deleted_name: shown('Name', { identifying: true, priority: 0 }),
    deleted_by: shown('Deleted by', { identifying: 'account name', priority: 4 }),
    deleted_date: shown('Deleted', { format: 'date-time', identifying: false, priority: 3 }),
    days_left: shown('Days left', {
      format: 'number',
      unit: 'days',
      identifying: false,
      holds: 'days from today',
      priority: 2,
    }),
    deleted_key: {
      ...shown('Record ID', { format: 'number', identifying: false, holds: 'record id' }),
      hiddenAtFirst: true,
    },
    deleted_entity: { ...shown('Entity', { identifying: false }), unlisted: true },
  },
  path: '/bin',
  pageSize: 10,
});
