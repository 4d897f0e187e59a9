import type { Row } from 'shared/list/memory';
import { choice, color, date, id, name, number, text } from '../../entities/columns';
import { hasParticipants, phonePath, phoneTypes, readPhoneType } from '../../entities/phone';

/** The columns of the conversation summary: phones joined with the counts of their messages. */
export const summaryColumns = [
  id('phone_id'),
  name('phone_name', 'Name', { link: (row) => phonePath('conversations', row.phone_number) }),
  text('phone_number', 'Number', { priority: 3 }),
  number('n_participants', 'Participants', {
    priority: 5,
    link: (row) => (hasParticipants(row) ? phonePath('participants', row.phone_number) : undefined),
  }),
  number('conversations', 'Conversations', { priority: 2 }),
  number('sent', 'Sent Messages'),
  number('received', 'Received Messages'),
  text('phone_pin', 'PIN', { off: true }),
  color('phone_color', 'Color', { priority: 5 }),
  choice(
    'p_status',
    'Status',
    phoneTypes.map(({ label }) => label),
    { priority: 4 },
  ),
  text('phone_email', 'Email', { off: true }),
  date('phone_createdate', 'Registration Date', { priority: 5 }),
  date('phone_lastupdatedate', 'Last Update Date', { off: true }),
  text('phone_lastupdateuser', 'Last Update User', { off: true }),
];

/** Returns the columns of a host's row that the summary stores; `phone_status` decides whether there is a link. */
export function declaredRow(row: Row): Row {
  const fields = [...summaryColumns.map(({ field }) => field), 'phone_status'];
  const given = readPhoneType(row);
  return Object.fromEntries(fields.map((field) => [field, given[field]]));
}
