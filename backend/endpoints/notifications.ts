import { stamp } from 'shared/db/clock';
import { LONG_TEXT } from 'shared/entities/fields';
import { isTopic } from 'shared/push-topic';
import { z } from 'zod';
import { done, type Envelope, refused } from '../wire/envelope';
import { getFirstProblem, optional, required } from '../wire/fields';
import type { FormFields } from '../wire/requests';
import type { HostOptions } from './options';

/** The maximum number of characters of a topic. */
const MAX_TOPIC = 900;

const message = z.object({
  topic: optional('Topic', MAX_TOPIC).refine(
    (topic) => topic === null || isTopic(topic),
    'Topic is not valid',
  ),
  title: required('Title'),
  body: required('Body', LONG_TEXT),
});

/**
 * Answers `send-fcm-topic-message`: sends the message to the push service, if the host has one, and records it
 * with the result.
 */
export async function sendMessage(options: HostOptions, fields: FormFields): Promise<Envelope> {
  const form = message.safeParse(fields);
  if (!form.success) return refused(getFirstProblem(form.error));
  const { title, body } = form.data;
  const topic = form.data.topic ?? options.topic;
  const record = (sent: boolean) =>
    options.db
      .insertInto('topic_message')
      .values({
        message_topic: topic,
        message_title: title,
        message_body: body,
        message_sent: sent ? 1 : 0,
        message_date: stamp(options.now?.() ?? new Date(), options.timeZone),
      })
      .execute();
  try {
    await options.sendTopicMessage?.({ topic, title, body });
  } catch (error) {
    options.logError(error, 'send-fcm-topic-message');
    await record(false);
    return refused('The message could not be sent');
  }
  await record(options.sendTopicMessage !== undefined);
  return done([]);
}
