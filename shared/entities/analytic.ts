import { defineEntity } from './declaration';
import { id, shown } from './shown-fields';

export const analytic = defineEntity({
  name: 'analytic',
  singular: 'usage record',
  title: 'Usage Analytics',
  key: 'id',
  label: 'username',
  lead: ['username', 'type', 'subject', 'start_date'],
  fields: {
    id: id(),
    upload: shown('Upload ID', {
      format: 'number',
      identifying: false,
      holds: 'record id',
      hiddenAtFirst: true,
    }),
    username: shown('Peer Navigator', {
      identifying: 'account name',
      offersValues: true,
      priority: 1,
    }),
    type: shown('Type', { identifying: false, priority: 2 }),
    start_date: shown('Start Date', { format: 'date-time', identifying: false, priority: 3 }),
    end_date: shown('End Date', { format: 'date-time', identifying: false }),
    duration: shown('Duration (Seconds)', {
      format: 'number',
      unit: 'seconds',
      identifying: false,
    }),
    result: shown('Result', { identifying: true }),
    subject: shown('Subject', { identifying: true }),
    created_date: shown('Date', { format: 'date-time', identifying: false, priority: 5 }),
    upload_date: shown('Date Uploaded', { format: 'date-time', identifying: false, priority: 5 }),
  },
  path: '/analytics',
  pageSize: 10,
  import: { natural: ['username', 'start_date', 'type', 'subject'] },
});
