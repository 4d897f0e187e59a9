import { defineEntity } from './declaration';
import { carried, shown, shownPhoneNumber, shownState } from './shown-fields';

/** A message of a conversation between two phones. */
export const chatMessage = defineEntity({
  name: 'chat-message',
  source: 'documents',
  parent: 'conversation',
  singular: 'message',
  title: 'Messages',
  key: 'docId',
  label: 'docId',
  lead: ['firstName', 'text', 'statusName', 'date'],
  fields: {
    docId: shown('ID', { identifying: false, holds: 'record id', priority: 5 }),
    number: shownPhoneNumber('Number'),
    firstName: shown('Name', { identifying: true, priority: 1 }),
    type: shown('Type', { identifying: false, priority: 4 }),
    text: shown('Text (F)', { identifying: true, holds: 'free text', priority: 1, wide: true }),
    uri: shown('URL', { identifying: true, valueKind: 'verbatim', priority: 5 }),
    statusName: shownState('State', ['Active', 'Deleted'], { priority: 3 }),
    status: shown('Status', { identifying: false, priority: 5 }),
    date: shown('Sent', { format: 'date-time', identifying: false, priority: 2 }),
    authorId: carried('Author', { identifying: true }),
    color: carried('Color', { identifying: false }),
  },
  path: '/phone/chat',
  pageSize: 10,
});
