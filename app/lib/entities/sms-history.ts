import { date, id, name, status, text } from './columns';
import type { Entity } from './entity';

export const smsHistory: Entity = {
  noun: 'sms-history',
  name: 'SMS history entry',
  plural: 'SMS History',
  key: 'sms_history_id',
  label: 'sms_history_number',
  canDelete: true,
  recordSource: 'list',
  list: {
    path: '/sms-history',
    source: 'sms-history/list',
    pageSize: 10,
    columns: [
      id('sms_history_id'),
      text('sms_history_message', 'Message'),
      name('sms_history_number', 'Number'),
      text('sms_cat_name', 'Category'),
      status('c_status'),
      text('sms_history_createuser', 'User', { priority: 4 }),
      date('sms_history_createdate', 'Date'),
    ],
  },
};
