import { defineEntity } from './declaration';
import { id, shown } from './fields';

export const studyResource = defineEntity({
  name: 'study-resource',
  singular: 'study resource',
  title: 'Study Resources',
  key: 'sresource_id',
  label: 'sresource_name',
  fields: {
    sresource_id: id(),
    sresource_name: shown('Name', 'text', { priority: 1 }),
    sresource_whatsapp: shown('WhatsApp', 'text', { priority: 2 }),
    sresource_sent_date: shown('Sent Date', 'date-time'),
    sresource_intervention: shown('Intervention'),
    sresource_link: shown('Link', 'text', { priority: 4 }),
    sresource_delivery_date: shown('Delivered', 'date-time', { off: true }),
    sresource_seen_date: shown('Seen', 'date-time', { off: true }),
  },
  path: '/study-resources',
  pageSize: 10,
  import: { natural: ['sresource_whatsapp', 'sresource_name', 'sresource_link'] },
});
