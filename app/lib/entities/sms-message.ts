import { smsMessage as declaration } from 'shared/entities/sms-message';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';

export const smsMessage = buildEntity(declaration, {
  // A host's look-up and its list name the same three fields differently (wire.md).
  read: (row) => ({
    ...row,
    sms_id: preferFirst(row.sms_id, row.SMSMessage_id),
    sms_content: preferFirst(row.sms_content, row.SMSMessage_name),
    sms_description: preferFirst(row.sms_description, row.SMSMessage_code),
  }),
});

/** The first value, or the second where hosts leave the first empty. */
function preferFirst(first: unknown, second: unknown): unknown {
  return toText(first) === '' ? second : first;
}
