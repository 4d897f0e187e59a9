import { defineEntity } from './declaration';
import { id, shown, shownPhoneNumber, shownStatus } from './shown-fields';

export const smsHistory = defineEntity({
  name: 'sms-history',
  singular: 'SMS history entry',
  title: 'SMS History',
  key: 'sms_history_id',
  label: 'sms_history_number',
  lead: ['sms_history_message', 'sms_history_number', 'c_status', 'sms_history_createdate'],
  fields: {
    sms_history_id: id(),
    sms_history_message: shown('Message', { identifying: true, wide: true, holds: 'free text' }),
    sms_history_number: shownPhoneNumber('Number', { priority: 1 }),
    sms_cat_name: shown('Category', { identifying: false }),
    c_status: shownStatus('sms_history_status'),
    sms_history_createuser: shown('User', { identifying: 'account name', priority: 4 }),
    sms_history_createdate: shown('Date', {
      format: 'date',
      identifying: false,
      event: { title: 'SMS sent', detail: 'sms_cat_name' },
    }),
  },
  wire: { record: false },
  path: '/sms-history',
  pageSize: 10,
  deletable: true,
  timelineOf: { entity: 'participant', field: 'sms_history_number', equals: 'phone_number' },
  import: { natural: ['sms_history_number', 'sms_history_createdate', 'sms_history_message'] },
});
