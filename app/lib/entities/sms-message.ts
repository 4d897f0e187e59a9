import { smsMessage as declaration } from 'shared/entities/sms-message';
import { asText } from 'shared/list/values';
import { declaredEntity } from './declared-entity';

export const smsMessage = declaredEntity(declaration, {
  // A host's look-up and its list name the same three fields differently (wire.md).
  read: (row) => ({
    ...row,
    sms_id: given(row.sms_id, row.SMSMessage_id),
    sms_content: given(row.sms_content, row.SMSMessage_name),
    sms_description: given(row.sms_description, row.SMSMessage_code),
  }),
});

/** The first value, or the second where hosts leave the first empty. */
function given(first: unknown, second: unknown): unknown {
  return asText(first) === '' ? second : first;
}
