import type { Row } from 'shared/list/memory';
import { asText } from 'shared/list/values';
import { choice, color, date, id, name, number, text } from './columns';
import type { EntityWithForm } from './entity';
import { displayField, radioField } from './fields';

/** The type ids of a phone, also its `phone_status` (product-spec.md §6). */
export const phoneTypes = [
  { value: '1', label: 'Public' },
  { value: '2', label: 'Peer Navigator' },
  { value: '3', label: 'Participant' },
  { value: '4', label: 'Moderator' },
] as const;

/**
 * Returns the row with the number and the word of its type, where a host sends one of them. A word that is none of the
 * types' gives way to that of a known number.
 */
export function readPhoneType(row: Row): Row {
  const number = asText(row.phone_status).trim();
  const word = asText(row.p_status).trim().toLowerCase();
  const byNumber = phoneTypes.find(({ value }) => value === number);
  const byWord = phoneTypes.find(({ label }) => label.toLowerCase() === word);
  const p_status = (byWord ?? byNumber)?.label ?? row.p_status;
  const phone_status = number === '' ? (byWord?.value ?? row.phone_status) : row.phone_status;
  if (p_status === row.p_status && phone_status === row.phone_status) return row;
  return { ...row, p_status, phone_status };
}

/** Peer navigators and moderators have participants. */
export function hasParticipants(row: Row): boolean {
  return ['2', '4'].includes(asText(row.phone_status).trim());
}

export function phonePath(
  screen: 'edit' | 'participants' | 'conversations' | 'chat',
  number: unknown,
): string {
  return `/phone/${screen}/${encodeURIComponent(asText(number))}`;
}

export const phone: EntityWithForm = {
  noun: 'phone',
  name: 'phone',
  plural: 'Phones',
  // The number is a phone's id (wire.md).
  key: 'phone_number',
  label: 'phone_name',
  read: readPhoneType,
  recordSource: (number) => `phone/number/${encodeURIComponent(number)}`,
  list: {
    path: '/phones',
    source: 'phone/list',
    pageSize: 5,
    needs: ['phone_status'],
    columns: [
      id('phone_id'),
      name('phone_name', 'Name'),
      text('phone_number', 'Number', { priority: 2 }),
      number('n_participants', 'Participants', {
        link: (row) =>
          hasParticipants(row) ? phonePath('participants', row.phone_number) : undefined,
      }),
      text('phone_pin', 'PIN', { off: true }),
      color('phone_color', 'Color', { priority: 3 }),
      choice(
        'p_status',
        'Status',
        phoneTypes.map(({ label }) => label),
      ),
      text('phone_email', 'Email', { priority: 4 }),
      date('phone_createdate', 'Registered', { priority: 5 }),
      choice('p_source', 'Platform', ['Android', 'iOS'], { priority: 5 }),
      date('phone_lastupdatedate', 'Last Active'),
      text('phone_lastupdateuser', 'Last Update User', { off: true }),
      text('phone_token', 'Token', { off: true }),
    ],
  },
  form: {
    changeOnly: true,
    fields: [
      displayField('phone_name', 'Name'),
      displayField('phone_number', 'Number'),
      displayField('phone_email', 'Email'),
      displayField('p_source', 'Platform'),
      radioField('phone_status', 'ustatus', 'Type', phoneTypes, 'Type is required'),
    ],
  },
};
