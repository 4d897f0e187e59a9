import { defineEntity } from './declaration';
import { code } from './fields';
import { id, shown, shownChoice, shownPhoneNumber, shownState } from './shown-fields';

/**
 * The ids of the phone types. A phone's `phone_status` holds the id of its type (docs/spec/product-spec.md §6).
 */
export const phoneType = { public: 1, peerNavigator: 2, participant: 3, moderator: 4 } as const;

export const phoneTypes = [
  { value: String(phoneType.public), label: 'Public' },
  { value: String(phoneType.peerNavigator), label: 'Peer Navigator' },
  { value: String(phoneType.participant), label: 'Participant' },
  { value: String(phoneType.moderator), label: 'Moderator' },
] as const;

export const phoneTypeNames = phoneTypes.map(({ label }) => label);

export const phone = defineEntity({
  name: 'phone',
  singular: 'phone',
  title: 'Phones',
  // Hosts identify a phone by its number (docs/spec/wire.md).
  key: 'phone_number',
  hasOpaqueIds: true,
  label: 'phone_name',
  lead: ['phone_name', 'phone_number', 'p_status', 'phone_lastupdatedate'],
  fields: {
    phone_id: id(),
    phone_name: shown('Name', { identifying: true, priority: 1 }),
    phone_number: shownPhoneNumber('Number', { priority: 2 }),
    n_participants: shown('Participants', { format: 'number', identifying: false }),
    phone_pin: shown('PIN', { identifying: true, valueKind: 'identifier', hiddenAtFirst: true }),
    phone_color: shown('Color', { format: 'color', identifying: false, priority: 3 }),
    p_status: {
      ...shownState('Status', phoneTypeNames),
      storedIn: 'phone_status',
      codes: phoneTypes,
      fallbackLabel: 'Public',
    },
    phone_email: shown('Email', { identifying: true, valueKind: 'identifier', priority: 4 }),
    phone_createdate: shown('Registered', { format: 'date', identifying: false, priority: 5 }),
    p_source: shownChoice('Platform', ['Android', 'iOS'], { priority: 5 }),
    phone_lastupdatedate: shown('Last Active', { format: 'date', identifying: false }),
    phone_lastupdateuser: shown('Last Update User', { identifying: true, hiddenAtFirst: true }),
    phone_token: shown('Token', { identifying: true, valueKind: 'verbatim', hiddenAtFirst: true }),
    phone_status: code(
      'radio',
      { wire: 'ustatus', label: 'Type', required: 'Type is required' },
      phoneTypes,
    ),
  },
  stamps: { prefix: 'phone' },
  wire: { record: 'phone/number' },
  path: '/phones',
  pageSize: 5,
  form: ['phone_name', 'phone_number', 'phone_email', 'p_source', 'phone_status'],
  search: { fields: ['phone_name', 'phone_number'], identifiers: ['phone_number'] },
  import: { natural: ['phone_number'] },
});
