import { defineEntity } from './declaration';
import { status, text, textArea } from './fields';
import { id, savedAt, savedBy } from './shown-fields';

export const smsMessage = defineEntity({
  name: 'sms-message',
  singular: 'SMS message',
  title: 'SMS Messages',
  key: 'sms_id',
  label: 'sms_content',
  lead: ['sms_content', 'c_status', 'sms_createdate'],
  fields: {
    sms_id: id(),
    sms_content: textArea({
      wire: 'uname',
      title: 'Content',
      label: 'Name',
      required: 'Name is required',
      hint: 'The text of the message, shown as Content in the list',
      priority: 1,
      wide: true,
      identifying: false,
    }),
    sms_description: text({
      wire: 'ucode',
      title: 'Description',
      label: 'Phone code',
      required: 'Phone code is required',
      hint: 'Shown as Description in the list',
      identifying: false,
    }),
    c_status: status('sms_status'),
    sms_createuser: savedBy({ priority: 4 }),
    sms_createdate: savedAt(),
  },
  stamps: { prefix: 'sms' },
  path: '/sms-messages',
  pageSize: 10,
  form: ['sms_content', 'sms_description', 'c_status'],
  deletable: true,
  import: { natural: ['sms_content'], renames: true },
});
