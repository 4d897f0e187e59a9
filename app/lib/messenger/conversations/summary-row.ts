import { conversationSummary } from 'shared/entities/conversation-summary';
import type { Row } from 'shared/list/memory';
import { readPhoneType } from '../../entities/phone';

const fields = Object.keys(conversationSummary.fields);

/** Returns the declared fields of a host's phone, which are stored in the summary. */
export function buildSummaryRow(phone: Row): Row {
  const given = readPhoneType(phone);
  return Object.fromEntries(fields.map((field) => [field, given[field]]));
}
