import { defineEntity } from './declaration';
import { carried, shown, shownPhoneNumber, shownState } from './shown-fields';

/** A conversation of a phone. Its id is the number of the other phone. */
export const conversation = defineEntity({
  name: 'conversation',
  source: 'documents',
  parent: 'phone',
  singular: 'conversation',
  title: 'Conversations',
  key: 'id',
  label: 'name',
  lead: ['name', 'messageShort', 'status', 'posted'],
  fields: {
    id: shownPhoneNumber('Number', { priority: 1 }),
    name: shown('Name', { identifying: true, priority: 1 }),
    messageShort: shown('Message (S)', { identifying: true, wide: true, holds: 'free text' }),
    message: shown('Message (F)', { identifying: true, holds: 'free text', hiddenAtFirst: true }),
    status: shownState('Status', ['Seen', 'Unseen'], { priority: 2 }),
    unread: shown('No Unread', { format: 'number', identifying: false }),
    color: shown('Color', { format: 'color', identifying: false, priority: 5 }),
    typing: shown('Typing', { identifying: true, priority: 5 }),
    posted: shown('Date', { format: 'date-time', identifying: false }),
    conversation: carried('Conversation', { identifying: true }),
  },
  path: '/phone/conversations',
  pageSize: 5,
});
