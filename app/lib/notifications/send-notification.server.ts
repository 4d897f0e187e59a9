import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
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

/** Sends a saved notification to the push topic of its type. Returns an error message if it was not sent. */
export async function sendNotification(saved: Row): Promise<string | undefined> {
  const topic = findTopic(toText(saved.notification_type));
  if (topic === undefined) return messages.notificationFailed;
  const sent = await getApiHost().exchange('send-fcm-topic-message', {
    topic,
    title: toText(saved.notification_title),
    body: toText(saved.notification_body),
  });
  const result = explainMissing(sent, 'sending notifications');
  return result.ok ? undefined : describeRequestError(result.error, messages.notificationFailed);
}
