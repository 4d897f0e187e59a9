import { defineEntity } from './declaration';
import { id, shown, shownPhoneNumber } from './shown-fields';

export const studyResource = defineEntity({
  name: 'study-resource',
  singular: 'study resource',
  title: 'Study Resources',
  key: 'sresource_id',
  label: 'sresource_name',
  lead: ['sresource_name', 'sresource_whatsapp', 'sresource_sent_date'],
  fields: {
    sresource_id: id(),
    sresource_name: shown('Name', { identifying: true, priority: 1 }),
    sresource_whatsapp: shownPhoneNumber('WhatsApp', { priority: 2 }),
    sresource_sent_date: shown('Sent Date', {
      format: 'date-time',
      identifying: false,
      event: { title: 'Study resource sent' },
    }),
    sresource_intervention: shown('Intervention', { identifying: false }),
    sresource_link: shown('Link', { identifying: true, valueKind: 'verbatim', priority: 4 }),
    sresource_delivery_date: shown('Delivered', {
      format: 'date-time',
      identifying: false,
      hiddenAtFirst: true,
    }),
    sresource_seen_date: shown('Seen', {
      format: 'date-time',
      identifying: false,
      hiddenAtFirst: true,
    }),
  },
  path: '/study-resources',
  pageSize: 10,
  timelineOf: { entity: 'participant', field: 'sresource_whatsapp', equals: 'phone_number' },
  import: { natural: ['sresource_whatsapp', 'sresource_name', 'sresource_link'] },
});
