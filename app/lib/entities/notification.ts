import { notification as declaration } from 'shared/entities/notification';
import { asText } from 'shared/list/values';
import { isTopic } from 'shared/push-topic';
import { config } from '../config.server';
import { nameMissing, requestFault } from '../host/faults';
import { apiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { declaredEntity } from './declared-entity';
import type { Option } from './fields';

/** The first type is the product's own name (product-spec.md §9). */
const types = [config.PRODUCT_NAME, 'Peer Navigator', 'Moderator', 'Participant', 'Public'];

/** Returns the topic that reaches the phones of a type, undefined when there is none. */
function topicOf(type: string): string | undefined {
  const named = config.PUSH_TOPICS.get(type);
  if (named !== undefined) return named;
  if (type === config.PRODUCT_NAME) return config.PUSH_TOPIC;
  return isTopic(type) ? type : undefined;
}

function typeOption(type: string): Option {
  const audience = type === config.PRODUCT_NAME ? 'All phones' : `All phones of type ${type}`;
  const hint =
    topicOf(type) === undefined ? 'Cannot be sent: this type has no push topic' : audience;
  return { value: type, label: type, hint };
}

export const notification = declaredEntity(declaration, {
  columns: { notification_type: { options: types } },
  inputs: { notification_type: { options: types.map(typeOption) } },
  form: {
    addedMessage: messages.notificationSent,
    beforeAdd({ notification_type }) {
      const type = asText(notification_type);
      if (topicOf(type) === undefined) return { notification_type: [messages.noTopic(type)] };
    },
    async afterAdd(saved) {
      const type = asText(saved.notification_type);
      const topic = topicOf(type);
      if (topic === undefined) return messages.notificationFailed;
      const sent = await apiHost().exchange('send-fcm-topic-message', {
        topic,
        title: asText(saved.notification_title),
        body: asText(saved.notification_body),
      });
      const result = nameMissing(sent, 'sending notifications');
      return result.ok ? undefined : requestFault(result.fault, messages.notificationFailed);
    },
  },
});
