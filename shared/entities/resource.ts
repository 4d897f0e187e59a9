import { defineEntity } from './declaration';
import { codedChoice, file, items, nameText, richText, status, textArea } from './fields';
import { id, savedAt, savedBy } from './shown-fields';

const INTERACTIVE = '2';

export const resource = defineEntity({
  name: 'resource',
  singular: 'resource',
  title: 'Resources',
  key: 'resource_id',
  label: 'resource_name',
  lead: ['resource_name', 'r_type', 'r_status', 'resource_createdate'],
  fields: {
    resource_id: id(),
    resource_name: nameText({
      wire: 'uname',
      label: 'Name',
      required: 'Name is required',
      identifying: false,
    }),
    r_type: codedChoice(
      'resource_type',
      {
        wire: 'utype',
        label: 'Type',
        required: 'Type is required',
        hint: 'A standard resource has a text, an interactive one has questions and answers',
      },
      [
        { value: '1', label: 'Standard' },
        { value: INTERACTIVE, label: 'Interactive' },
      ],
    ),
    resource_description: textArea({
      wire: 'udescription',
      label: 'Description',
      required: 'Description is required',
      priority: 4,
      wide: true,
      identifying: false,
    }),
    resource_url: {
      ...file({
        wire: 'uurl',
        title: 'URL',
        label: 'Attachment',
        upload: { target: 'Resource', accepts: 'any', content: 'attachment' },
        hiddenAtFirst: true,
        priority: 5,
        identifying: false,
      }),
      unlisted: false,
    },
    r_status: status('resource_status'),
    resource_lastupdateuser: savedBy(),
    resource_createdate: savedAt(),
    resource_thumbnailUrl: file({
      wire: 'uthumbnail',
      label: 'Thumbnail',
      upload: { target: 'Resource', accepts: 'image', content: 'thumbnail image' },
      identifying: false,
    }),
    // Both kinds of content, rich text and items, are stored in the field `resource_content`.
    resource_content: richText({
      wire: 'ucontent',
      target: 'Resource',
      label: 'Content',
      when: { field: 'r_type', isNot: INTERACTIVE },
      identifying: false,
    }),
    resource_items: items(
      {
        wire: 'ucontent',
        label: 'Items',
        source: 'resource_content',
        when: { field: 'r_type', is: INTERACTIVE },
        identifying: false,
      },
      {
        item: 'item',
        pageSize: 15,
        inputs: [
          {
            name: 'question',
            label: 'Question',
            control: 'textarea',
            required: 'Question is required',
          },
          { name: 'answer', label: 'Answer', control: 'textarea', required: 'Answer is required' },
        ],
      },
    ),
  },
  stamps: { prefix: 'resource' },
  path: '/resources',
  pageSize: 10,
  form: [
    'resource_name',
    'resource_description',
    'resource_url',
    'resource_thumbnailUrl',
    'r_type',
    'resource_content',
    'resource_items',
    'r_status',
  ],
  deletable: true,
  search: { fields: ['resource_name'] },
  import: { natural: ['resource_name'], renames: true },
});
