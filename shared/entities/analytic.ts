import { defineEntity } from './declaration';
import { id, shown } from './fields';

export const analytic = defineEntity({
  name: 'analytic',
  singular: 'usage record',
  title: 'Usage Analytics',
  key: 'id',
  label: 'username',
  fields: {
    id: id(),
    upload: shown('Upload ID', 'number', { off: true }),
    username: shown('Peer Navigator', 'text', { priority: 1 }),
    type: shown('Type', 'text', { priority: 2 }),
    start_date: shown('Start Date', 'date-time', { priority: 3 }),
    end_date: shown('End Date', 'date-time'),
    duration: shown('Duration (Seconds)', 'number'),
    result: shown('Result'),
    subject: shown('Subject'),
    created_date: shown('Date', 'date-time', { priority: 5 }),
    upload_date: shown('Date Uploaded', 'date-time', { priority: 5 }),
  },
  path: '/analytics',
  pageSize: 10,
  import: { natural: ['username', 'start_date', 'type', 'subject'] },
});
