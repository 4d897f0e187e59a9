import { paths } from '../cloud/cloud-store.server';
import { lastSeenRow } from '../cloud/documents';
import { readWholeList } from '../cloud/whole-list.server';
import { choice, color, dateTime, name, text } from './columns';
import type { Entity } from './entity';
import { phoneTypes } from './phone';

/** When each user of the messenger was seen last. */
export const lastSeen: Entity = {
  noun: 'last-seen',
  name: 'user',
  plural: 'Last Seen',
  key: 'id',
  label: 'name',
  list: {
    path: '/last-seen',
    source: (query) =>
      readWholeList(
        {
          things: 'users',
          collection: () => paths.users,
          row: lastSeenRow,
          entity: lastSeen,
        },
        query,
      ),
    pageSize: 5,
    sort: { field: 'date', descending: true },
    columns: [
      text('id', 'Number', { priority: 2 }),
      name('name', 'Name'),
      choice(
        'type',
        'Type',
        phoneTypes.map(({ label }) => label),
      ),
      text('pin', 'PIN', { priority: 5 }),
      color('color', 'Color', { priority: 4 }),
      text('typing', 'Typing', { off: true }),
      dateTime('date', 'Last Seen', { priority: 2 }),
    ],
  },
};
