import { smsMessage as declaration } from 'shared/entities/sms-message';
import { declaredTable } from './declared-table';
import { alias } from './table';

/** Hosts name a message's fields in two ways (wire.md); this one answers both. */
export const smsMessage = declaredTable(declaration, {
  columns: {
    SMSMessage_id: alias('number', 'sms_message', 'sms_id'),
    SMSMessage_name: alias('text', 'sms_message', 'sms_content'),
    SMSMessage_code: alias('text', 'sms_message', 'sms_description'),
  },
});
