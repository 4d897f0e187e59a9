import { conversationSummary } from 'shared/entities/conversation-summary';
import type { Row } from 'shared/list/memory';
import { readPhoneType } from '../../entities/phone';

const fields = Object.keys(conversationSummary.fields);

/** Returns the row of a phone in the list of conversations: the declared fields, as the host sent them. */
export function buildSummaryRow(phone: Row): Row {
  const given = readPhoneType(phone);
  return Object.fromEntries(fields.map((field) => [field, given[field]]));
}
