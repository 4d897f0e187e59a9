import { asText } from 'shared/list/values';
import { date, id, name, status, text } from './columns';
import type { EntityWithForm } from './entity';
import { statusField, textArea, textField } from './fields';

export const smsMessage: EntityWithForm = {
  noun: 'sms-message',
  name: 'SMS message',
  plural: 'SMS Messages',
  key: 'sms_id',
  label: 'sms_content',
  canDelete: true,
  // A host's look-up and its list name the same three fields differently (wire.md).
  read: (row) => ({
    ...row,
    sms_id: given(row.sms_id, row.SMSMessage_id),
    sms_content: given(row.sms_content, row.SMSMessage_name),
    sms_description: given(row.sms_description, row.SMSMessage_code),
  }),
  list: {
    path: '/sms-messages',
    source: 'sms-message/list',
    pageSize: 10,
    columns: [
      id('sms_id'),
      name('sms_content', 'Content'),
      text('sms_description', 'Description'),
      status('c_status'),
      text('sms_createuser', 'User', { priority: 4 }),
      date('sms_createdate', 'Date'),
    ],
  },
  form: {
    fields: [
      textArea('sms_content', 'uname', 'Name', 'Name is required', {
        hint: 'The text of the message, shown as Content in the list',
      }),
      textField('sms_description', 'ucode', 'Phone code', 'Phone code is required', {
        hint: 'Shown as Description in the list',
      }),
      statusField('c_status'),
    ],
  },
};

/** The first value, or the second where hosts leave the first empty. */
function given(first: unknown, second: unknown): unknown {
  return asText(first) === '' ? second : first;
}
