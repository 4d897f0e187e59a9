import type { Option } from 'shared/entities/field';
import { isTopic } from 'shared/push-topic';
import { config } from '../server/config.server';

/** The types of notifications. The first is the product's name (product-spec.md §9). */
const types = [config.PRODUCT_NAME, 'Peer Navigator', 'Moderator', 'Participant', 'Public'];

/** The options for the type of a notification, each with a hint about the phones that receive it. */
export const notificationTypes: readonly Option[] = types.map((type) => {
  const audience = type === config.PRODUCT_NAME ? 'All phones' : `All phones of type ${type}`;
  const hint =
    findTopic(type) === undefined ? 'Cannot be sent: this type has no push topic' : audience;
  return { value: type, label: type, hint };
});

/** Returns the push topic for the phones of a type. Returns undefined if there is none. */
export function findTopic(type: string): string | undefined {
  const named = config.PUSH_TOPICS.get(type);
  if (named !== undefined) return named;
  if (type === config.PRODUCT_NAME) return config.PUSH_TOPIC;
  return isTopic(type) ? type : undefined;
}
