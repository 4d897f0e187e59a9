import { smsMessage as declaration } from 'shared/entities/sms-message';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';

export const smsMessage = buildEntity(declaration, {
  // In the response with one record, hosts use other names for these three fields than in lists (wire.md).
  read: (row) => ({
    ...row,
    sms_id: preferFirst(row.sms_id, row.SMSMessage_id),
    sms_content: preferFirst(row.sms_content, row.SMSMessage_name),
    sms_description: preferFirst(row.sms_description, row.SMSMessage_code),
  }),
});

/** Returns the first value, or the second if the first is empty. */
function preferFirst(first: unknown, second: unknown): unknown {
  return toText(first) === '' ? second : first;
}
