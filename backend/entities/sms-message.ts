import { smsMessage as declaration } from 'shared/entities/sms-message';
import { buildAlias } from './columns';
import { buildTable } from './declared-table';

/**
 * The table of SMS messages. Hosts use two sets of names for its fields (wire.md); this host answers with both.
 */
export const smsMessage = buildTable(declaration, {
  columns: {
    SMSMessage_id: buildAlias('number', 'sms_message', 'sms_id'),
    SMSMessage_name: buildAlias('text', 'sms_message', 'sms_content'),
    SMSMessage_code: buildAlias('text', 'sms_message', 'sms_description'),
  },
});
