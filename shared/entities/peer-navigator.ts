import { defineEntity } from './declaration';
import { derived, id, shown } from './shown-fields';

export const peerNavigator = defineEntity({
  name: 'peer-navigator',
  singular: 'peer navigator',
  title: 'Peer Navigators',
  key: 'id',
  label: 'username',
  lead: ['username', 'first_name', 'last_name', 'n_participants'],
  fields: {
    id: id(),
    parent: shown('Parent ID', {
      format: 'number',
      identifying: false,
      holds: 'record id',
      hiddenAtFirst: true,
    }),
    status: shown('Status ID', { format: 'number', identifying: false, hiddenAtFirst: true }),
    upload: shown('Upload ID', {
      format: 'number',
      identifying: false,
      holds: 'record id',
      hiddenAtFirst: true,
    }),
    username: shown('Username', { identifying: 'account name', groupsRows: true, priority: 1 }),
    first_name: shown('First Name', { identifying: true }),
    last_name: shown('Last Name', { identifying: true }),
    phone_number: shown('Phone Number', { identifying: true, masked: 'phone number', priority: 4 }),
    created_date: shown('Create Date', { format: 'date-time', identifying: false, priority: 5 }),
    n_participants: shown('Participants', { format: 'number', identifying: false, priority: 2 }),
    n_followups: shown('Followups', { format: 'number', identifying: false }),
    n_analytics: shown('Analytics', { format: 'number', identifying: false, priority: 4 }),
    t_minutes: shown('Minutes', {
      format: 'number',
      unit: 'minutes',
      identifying: false,
      priority: 4,
    }),
    upload_date: shown('Date Uploaded', { format: 'date-time', identifying: false }),
    last_upload: derived(
      shown('Last Upload', { format: 'date-time', identifying: false, priority: 2 }),
    ),
    days_since_upload: derived(
      shown('Days Since Upload', {
        format: 'number',
        unit: 'days',
        identifying: false,
        holds: 'days from today',
      }),
    ),
  },
  wire: { list: 'peer-navigator/list/1/0/na' },
  path: '/peer-navigators',
  pageSize: 10,
  import: { natural: ['username'] },
});
