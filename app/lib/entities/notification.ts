import { apiPostRaw } from '../api/client.server';
import { requestFault } from '../api/faults';
import { messages } from '../api/messages';
import { config } from '../config.server';
import { asText } from '../list/values';
import { choice, date, id, name, text } from './columns';
import type { EntityWithForm } from './entity';
import { sameValues, selectField, textArea, textField } from './fields';

/** The first type is the product's own name (product-spec.md §9). */
const types = [config.PRODUCT_NAME, 'Peer Navigator', 'Moderator', 'Participant', 'Public'];

export const notification: EntityWithForm = {
  noun: 'notification',
  name: 'notification',
  plural: 'Notifications',
  key: 'notification_id',
  label: 'notification_title',
  canDelete: true,
  list: {
    path: '/notifications',
    source: 'notification/list',
    pageSize: 10,
    columns: [
      id('notification_id'),
      choice('notification_type', 'Type', types),
      name('notification_title', 'Title'),
      text('notification_body', 'Body', { priority: 4 }),
      text('notification_description', 'Description', { priority: 5 }),
      text('notification_createuser', 'User'),
      date('notification_createdate', 'Date'),
    ],
  },
  form: {
    fields: [
      selectField('notification_type', 'utype', 'Type', sameValues(types), 'Type is required'),
      textField('notification_title', 'utitle', 'Title', 'Title is required'),
      textArea('notification_body', 'ubody', 'Body', 'Body is required'),
      textArea(
        'notification_description',
        'udescription',
        'Description',
        'Description is required',
      ),
    ],
    addedMessage: messages.notificationSent,
    async afterAdd(saved) {
      const sent = await apiPostRaw('send-fcm-topic-message', {
        topic: config.PRODUCT_SLUG,
        title: asText(saved.notification_title),
        body: asText(saved.notification_body),
        type: asText(saved.notification_type),
      });
      return sent.ok ? undefined : requestFault(sent.fault, messages.notificationFailed);
    },
  },
};
