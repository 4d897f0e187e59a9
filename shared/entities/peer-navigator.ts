import { defineEntity } from './declaration';
import { id, shown } from './fields';

export const peerNavigator = defineEntity({
  name: 'peer-navigator',
  singular: 'peer navigator',
  title: 'Peer Navigators',
  key: 'id',
  label: 'username',
  fields: {
    id: id(),
    parent: shown('Parent ID', 'number', { off: true }),
    status: shown('Status ID', 'number', { off: true }),
    upload: shown('Upload ID', 'number', { off: true }),
    username: shown('Username', 'text', { priority: 1 }),
    first_name: shown('First Name'),
    last_name: shown('Last Name'),
    phone_number: shown('Phone Number', 'text', { priority: 4 }),
    created_date: shown('Create Date', 'date-time', { priority: 5 }),
    n_participants: shown('Participants', 'number', { priority: 2 }),
    n_followups: shown('Followups', 'number'),
    n_analytics: shown('Analytics', 'number', { priority: 4 }),
    t_minutes: shown('Minutes', 'number', { priority: 4 }),
    upload_date: shown('Date Uploaded', 'date-time'),
  },
  source: 'peer-navigator/list/1/0/na',
  path: '/peer-navigators',
  pageSize: 10,
  import: { natural: ['username'] },
});
