import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { failWith, type Result } from 'shared/result';
import { describeRequestError, explainMissing } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { findTopic } from './notification-types.server';

/**
 * Returns the error messages, by field, of a notification that cannot be sent. Returns undefined if it can be
 * sent.
 */
export function refuseNotification({ notification_type }: Row) {
  const type = toText(notification_type);
  return findTopic(type) === undefined
    ? { notification_type: [messages.noTopic(type)] }
    : undefined;
}

/** Sends a saved notification to the push topic of its type. Fails with a message for users if it was not sent. */
export async function sendNotification(saved: Row): Promise<Result<unknown, string>> {
  const topic = findTopic(toText(saved.notification_type));
  if (topic === undefined) return failWith(messages.notificationFailed);
  const sent = await getApiHost().exchange('send-fcm-topic-message', {
    topic,
    title: toText(saved.notification_title),
    body: toText(saved.notification_body),
  });
  const result = explainMissing(sent, 'sending notifications');
  if (result.ok) return result;
  return failWith(describeRequestError(result.error, messages.notificationFailed));
}
