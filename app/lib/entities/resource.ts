import { choice, date, id, name, status, text } from './columns';
import { fileField, richTextField } from './content-fields';
import type { EntityWithForm } from './entity';
import { radioField, statusField, textArea, textField } from './fields';
import { itemsField } from './items';

const INTERACTIVE = '2';

const types = [
  { value: '1', label: 'Standard' },
  { value: INTERACTIVE, label: 'Interactive' },
] as const;

export const resource: EntityWithForm = {
  noun: 'resource',
  name: 'resource',
  plural: 'Resources',
  key: 'resource_id',
  label: 'resource_name',
  canDelete: true,
  list: {
    path: '/resources',
    source: 'resource/list',
    pageSize: 10,
    columns: [
      id('resource_id'),
      name('resource_name', 'Name'),
      choice(
        'r_type',
        'Type',
        types.map(({ label }) => label),
      ),
      text('resource_description', 'Description', { priority: 4 }),
      text('resource_url', 'URL', { off: true, priority: 5 }),
      status('r_status'),
      text('resource_lastupdateuser', 'User'),
      date('resource_createdate', 'Date'),
    ],
  },
  form: {
    fields: [
      textField('resource_name', 'uname', 'Name', 'Name is required'),
      textArea('resource_description', 'udescription', 'Description', 'Description is required'),
      fileField('resource_url', 'uurl', 'Attachment', {
        target: 'Resource',
        accepts: 'any',
        what: 'attachment',
      }),
      fileField('resource_thumbnailUrl', 'uthumbnail', 'Thumbnail', {
        target: 'Resource',
        accepts: 'image',
        what: 'thumbnail image',
      }),
      radioField('r_type', 'utype', 'Type', types, 'Type is required'),
      // The host keeps either kind of content in the one field `resource_content`.
      richTextField('resource_content', 'ucontent', 'Content', {
        when: { field: 'r_type', isNot: INTERACTIVE },
      }),
      {
        ...itemsField('resource_items', 'ucontent', 'Items', {
          item: 'item',
          pageSize: 15,
          inputs: [
            {
              name: 'question',
              label: 'Question',
              control: 'textarea',
              required: 'Question is required',
            },
            {
              name: 'answer',
              label: 'Answer',
              control: 'textarea',
              required: 'Answer is required',
            },
          ],
        }),
        source: 'resource_content',
        when: { field: 'r_type', is: INTERACTIVE },
      },
      statusField('r_status'),
    ],
  },
};
