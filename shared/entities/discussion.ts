import { defineEntity } from './declaration';
import { nameText, statusCode, textArea } from './fields';
import { shown, shownStatus } from './shown-fields';

/** A discussion of the messenger. */
export const discussion = defineEntity({
  name: 'discussion',
  source: 'documents',
  singular: 'discussion',
  title: 'Discussions',
  key: 'id',
  label: 'title',
  lead: ['title', 'statusName', 'allPosts', 'date'],
  fields: {
    id: shown('ID', { identifying: false, holds: 'record id', priority: 5 }),
    title: nameText({
      wire: 'title',
      title: 'Title',
      label: 'Name',
      required: 'Name is required',
      wide: true,
      identifying: true,
    }),
    // 'Color is required' is the message that docs/spec/product-spec.md §5 prescribes, although the form has no
    // colour (docs/coverage.md).
    description: textArea({
      wire: 'description',
      label: 'Description',
      required: 'Color is required',
      hiddenAtFirst: true,
      identifying: true,
    }),
    statusName: shownStatus(),
    allPosts: shown('Posts', { format: 'number', identifying: false, priority: 2 }),
    nickname: shown('Nickname', { identifying: true }),
    date: shown('Date', { format: 'date-time', identifying: false }),
    status: statusCode('status'),
  },
  path: '/discussions',
  pageSize: 10,
  form: ['title', 'description', 'status'],
  search: { fields: ['title'] },
});
