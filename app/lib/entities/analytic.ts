import { dateTime, id, name, number, text } from './columns';
import type { Entity } from './entity';

export const analytic: Entity = {
  noun: 'analytic',
  name: 'usage record',
  plural: 'Usage Analytics',
  key: 'id',
  label: 'username',
  list: {
    path: '/analytics',
    source: 'analytic/list',
    pageSize: 10,
    columns: [
      id('id'),
      number('upload', 'Upload ID', { off: true }),
      name('username', 'Peer Navigator'),
      text('type', 'Type', { priority: 2 }),
      dateTime('start_date', 'Start Date', { priority: 3 }),
      dateTime('end_date', 'End Date'),
      number('duration', 'Duration (Seconds)'),
      text('result', 'Result'),
      text('subject', 'Subject'),
      dateTime('created_date', 'Date', { priority: 5 }),
      dateTime('upload_date', 'Date Uploaded', { priority: 5 }),
    ],
  },
};
