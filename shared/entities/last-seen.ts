import { defineEntity } from './declaration';
import { phoneTypeNames } from './phone';
import { shown, shownChoice, shownPhoneNumber } from './shown-fields';

/** A user of the messenger, with the time at which they were last seen. */
export const lastSeen = defineEntity({
  name: 'last-seen',
  source: 'documents',
  singular: 'user',
  title: 'Last Seen',
  key: 'id',
  label: 'name',
  lead: ['name', 'type', 'date'],
  fields: {
    id: shownPhoneNumber('Number', { priority: 2 }),
    name: shown('Name', { identifying: true, priority: 1 }),
    type: shownChoice('Type', phoneTypeNames),
    pin: shown('PIN', { identifying: true, valueKind: 'identifier', priority: 5 }),
    color: shown('Color', { format: 'color', identifying: false, priority: 4 }),
    typing: shown('Typing', { identifying: true, hiddenAtFirst: true }),
    date: shown('Last Seen', {
      format: 'date-time',
      identifying: false,
      priority: 2,
      event: { title: 'Last seen in the messenger' },
    }),
  },
  timelineOf: { entity: 'participant', field: 'id', equals: 'phone_number' },
  path: '/last-seen',
  pageSize: 5,
});
