import { defineEntity } from './declaration';
import { phoneTypeNames } from './phone';
import { carried, id, shown, shownPhoneNumber, shownState } from './shown-fields';

/** A participant's phone that is linked to the phone of a peer navigator. */
export const linkedParticipant = defineEntity({
  name: 'linked-participant',
  parent: 'phone',
  wire: { name: 'peer', list: 'peer/list/participant', record: false },
  singular: 'participant',
  title: 'Participants',
  key: 'part_id',
  label: 'part_number',
  lead: ['phone_name', 'part_number', 'p_status', 'part_createdate'],
  fields: {
    part_id: id(),
    phone_name: shown('Name', { identifying: true, priority: 1 }),
    part_number: shownPhoneNumber('Number', { priority: 1 }),
    phone_color: shown('Color', { format: 'color', identifying: false, priority: 3 }),
    p_status: shownState('Status', phoneTypeNames),
    part_createuser: shown('Linked By', { identifying: 'account name', priority: 4 }),
    part_createdate: shown('Linked', { format: 'date', identifying: false }),
    part_peer: carried('Peer navigator', { identifying: true }),
  },
  path: '/phone/participants',
  pageSize: 5,
});
