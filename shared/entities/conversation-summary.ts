import { defineEntity } from './declaration';
import { phoneTypeNames } from './phone';
import { carried, id, shown, shownPhoneNumber, shownState } from './shown-fields';

/**
 * A phone with the numbers of its participants, conversations, sent messages and received messages. A conversation is
 * unanswered if the last message is from the phone; the phones of staff do not wait for answers.
 */
export const conversationSummary = defineEntity({
  name: 'conversation-summary',
  source: 'session',
  singular: 'phone',
  title: 'Conversations',
  key: 'phone_number',
  label: 'phone_name',
  lead: ['phone_name', 'phone_number', 'conversations', 'sent'],
  fields: {
    phone_id: id(),
    phone_name: shown('Name', { identifying: true, priority: 1 }),
    phone_number: shownPhoneNumber('Number'),
    n_participants: shown('Participants', { format: 'number', identifying: false, priority: 5 }),
    conversations: shown('Conversations', { format: 'number', identifying: false, priority: 2 }),
    sent: shown('Sent Messages', { format: 'number', identifying: false }),
    received: shown('Received Messages', { format: 'number', identifying: false }),
    unanswered: shown('Unanswered', { format: 'number', identifying: false, priority: 2 }),
    // The time stands below the day, because the columns would not fit 1920 px in months with long names.
    waiting_since: shown('Waiting Since', {
      format: 'date-time',
      identifying: false,
      breaks: true,
    }),
    phone_pin: shown('PIN', { identifying: true, valueKind: 'identifier', hiddenAtFirst: true }),
    phone_color: shown('Color', { format: 'color', identifying: false, priority: 5 }),
    p_status: shownState('Status', phoneTypeNames, { priority: 4 }),
    phone_email: shown('Email', {
      identifying: true,
      valueKind: 'identifier',
      hiddenAtFirst: true,
    }),
    phone_createdate: shown('Registration Date', {
      format: 'date',
      identifying: false,
      priority: 5,
    }),
    phone_lastupdatedate: shown('Last Update Date', {
      format: 'date',
      identifying: false,
      hiddenAtFirst: true,
    }),
    phone_lastupdateuser: shown('Last Update User', { identifying: true, hiddenAtFirst: true }),
    phone_status: carried('Type', { identifying: false }),
  },
  path: '/conversations',
  pageSize: 5,
});
