import { defineEntity } from './declaration';
import { code, id, shown, shownChoice } from './fields';

/** The type ids of a phone, also its `phone_status` (docs/spec/product-spec.md §6). */
export const phoneTypes = [
  { value: '1', label: 'Public' },
  { value: '2', label: 'Peer Navigator' },
  { value: '3', label: 'Participant' },
  { value: '4', label: 'Moderator' },
] as const;

export const phone = defineEntity({
  name: 'phone',
  singular: 'phone',
  title: 'Phones',
  // The number is a phone's id (docs/spec/wire.md).
  key: 'phone_number',
  label: 'phone_name',
  fields: {
    phone_id: id(),
    phone_name: shown('Name', 'text', { priority: 1 }),
    phone_number: shown('Number', 'text', { priority: 2 }),
    n_participants: shown('Participants', 'number'),
    phone_pin: shown('PIN', 'text', { off: true }),
    phone_color: { ...shown('Color'), look: 'color' },
    p_status: shownChoice(
      'Status',
      phoneTypes.map(({ label }) => label),
    ),
    phone_email: shown('Email', 'text', { priority: 4 }),
    phone_createdate: shown('Registered', 'date', { priority: 5 }),
    p_source: shownChoice('Platform', ['Android', 'iOS'], { priority: 5 }),
    phone_lastupdatedate: shown('Last Active', 'date'),
    phone_lastupdateuser: shown('Last Update User', 'text', { off: true }),
    phone_token: shown('Token', 'text', { off: true }),
    phone_status: code(
      'radio',
      { wire: 'ustatus', label: 'Type', required: 'Type is required' },
      phoneTypes,
    ),
  },
  stamps: { prefix: 'phone' },
  path: '/phones',
  pageSize: 5,
  form: ['phone_name', 'phone_number', 'phone_email', 'p_source', 'phone_status'],
  import: { natural: ['phone_number'] },
});
