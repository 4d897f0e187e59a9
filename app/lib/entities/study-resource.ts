import { dateTime, id, name, text } from './columns';
import type { Entity } from './entity';

export const studyResource: Entity = {
  noun: 'study-resource',
  name: 'study resource',
  plural: 'Study Resources',
  key: 'sresource_id',
  label: 'sresource_name',
  list: {
    path: '/study-resources',
    source: 'study-resource/list',
    pageSize: 10,
    columns: [
      id('sresource_id'),
      name('sresource_name', 'Name'),
      text('sresource_whatsapp', 'WhatsApp', { priority: 2 }),
      dateTime('sresource_sent_date', 'Sent Date'),
      text('sresource_intervention', 'Intervention'),
      text('sresource_link', 'Link', { priority: 4 }),
      dateTime('sresource_delivery_date', 'Delivered', { off: true }),
      dateTime('sresource_seen_date', 'Seen', { off: true }),
    ],
  },
};
