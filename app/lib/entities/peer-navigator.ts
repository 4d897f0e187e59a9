import { dateTime, id, name, number, text } from './columns';
import { type Entity, narrowedList } from './entity';

export const peerNavigator: Entity = {
  noun: 'peer-navigator',
  name: 'peer navigator',
  plural: 'Peer Navigators',
  key: 'id',
  label: 'username',
  list: {
    path: '/peer-navigators',
    source: 'peer-navigator/list/1/0/na',
    pageSize: 10,
    columns: [
      id('id'),
      number('parent', 'Parent ID', { off: true }),
      number('status', 'Status ID', { off: true }),
      number('upload', 'Upload ID', { off: true }),
      name('username', 'Username'),
      text('first_name', 'First Name'),
      text('last_name', 'Last Name'),
      text('phone_number', 'Phone Number', { priority: 4 }),
      dateTime('created_date', 'Create Date', { priority: 5 }),
      number('n_participants', 'Participants', {
        priority: 2,
        link: (row) => narrowedList('/participants', 'peer_navigator', row.username),
      }),
      number('n_followups', 'Followups', {
        link: (row) => narrowedList('/follow-ups', 'peer_navigator', row.username),
      }),
      number('n_analytics', 'Analytics', {
        priority: 4,
        link: (row) => narrowedList('/analytics', 'username', row.username),
      }),
      number('t_minutes', 'Minutes', { priority: 4 }),
      dateTime('upload_date', 'Date Uploaded'),
    ],
  },
};
