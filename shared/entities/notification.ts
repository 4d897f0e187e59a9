import { defineEntity } from './declaration';
import { nameText, oneOfTexts, textArea } from './fields';
import { id, savedAt, savedBy } from './shown-fields';

export const notification = defineEntity({
  name: 'notification',
  singular: 'notification',
  title: 'Notifications',
  key: 'notification_id',
  label: 'notification_title',
  lead: ['notification_title', 'notification_type', 'notification_body', 'notification_createdate'],
  fields: {
    notification_id: id(),
    // The panel adds the options when it runs, because the first type is the product's name
    // (docs/spec/product-spec.md §9).
    notification_type: {
      ...oneOfTexts({ wire: 'utype', label: 'Type', required: 'Type is required' }, []),
      kind: 'choice',
      format: 'choice',
    },
    notification_title: nameText({
      wire: 'utitle',
      label: 'Title',
      required: 'Title is required',
      identifying: false,
    }),
    notification_body: textArea({
      wire: 'ubody',
      label: 'Body',
      required: 'Body is required',
      priority: 4,
      wide: true,
      identifying: false,
    }),
    notification_description: textArea({
      wire: 'udescription',
      label: 'Description',
      required: 'Description is required',
      priority: 5,
      identifying: false,
    }),
    notification_createuser: savedBy(),
    notification_createdate: savedAt(),
  },
  stamps: { prefix: 'notification' },
  path: '/notifications',
  pageSize: 10,
  form: [
    'notification_type',
    'notification_title',
    'notification_body',
    'notification_description',
  ],
  deletable: true,
  import: {
    natural: ['notification_title', 'notification_type', 'notification_body'],
    renames: true,
  },
});
