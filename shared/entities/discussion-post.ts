import { defineEntity } from './declaration';
import { statusCode, textArea } from './fields';
import { carried, shown, shownState } from './shown-fields';

/** A post of a discussion. */
export const discussionPost = defineEntity({
  name: 'discussion-post',
  source: 'documents',
  parent: 'discussion',
  singular: 'post',
  title: 'Posts',
  key: 'docId',
  label: 'docId',
  lead: ['firstName', 'shortText', 'statusName', 'date'],
  fields: {
    docId: shown('ID', { identifying: false, holds: 'record id', priority: 4 }),
    discussion: shown('Discussion', { identifying: false, holds: 'record id', priority: 5 }),
    text: textArea({
      wire: 'text',
      title: 'Text (F)',
      label: 'Text',
      required: 'Textis required',
      hiddenAtFirst: true,
      wide: true,
      identifying: true,
      holds: 'free text',
    }),
    shortText: shown('Text (S)', {
      identifying: true,
      holds: 'free text',
      priority: 1,
      wide: true,
    }),
    statusName: shownState('State', ['Active', 'Deleted'], { priority: 3 }),
    status: shown('Status', { identifying: false, priority: 5 }),
    firstName: shown('Nickname', { identifying: true, priority: 2 }),
    date: shown('Sent', { format: 'date-time', identifying: false, priority: 2 }),
    state: statusCode('state', 'A disabled post is shown as deleted'),
    authorId: carried('Author', { identifying: true }),
    color: carried('Color', { identifying: false }),
    type: carried('Type', { identifying: false }),
    uri: carried('URL', { identifying: true, valueKind: 'verbatim' }),
  },
  path: '/discussion/chat',
  recordPath: '/discussion/post',
  pageSize: 10,
  form: ['text', 'state'],
});
