import { z } from 'zod';
import { emailAddress } from '../is-email';
import { topicSchema } from '../push-topic';
import { serverAddress } from './kinds';
import { pushTopicsSchema } from './push-topics';

/** The settings of mails, of push messages, and of the messenger's documents. */
export const messageShape = {
  SMTP_URL: serverAddress(/^smtps?$/, 'smtps://user:password@server:465')
    .optional()
    .meta({
      description:
        'the mail server, also of the weekly mail if the API host is remote; without one, mails are written to `DATA_DIR/outbox` as `.eml` files',
      example: 'smtps://user:password@mail.example.org',
    }),
  MAIL_FROM: emailAddress()
    .default('no-reply@panel.example')
    .describe('the address from which mails are sent'),
  PUSH_TOPIC: topicSchema.optional().meta({
    description:
      'the topic of push messages for notifications of the type that is named after the product; these go to all phones',
    fallback: '`PRODUCT_SLUG` with a capital first letter',
  }),
  PUSH_TOPICS: pushTopicsSchema.meta({
    description:
      'the topics of the other types; a type that is not listed is its own topic, and is refused if Firebase does not accept its name as a topic (letters, digits and `-_.~%`)',
    example: 'Peer Navigator=PeerNavigator,Moderator=mods',
  }),
  FIREBASE_PROJECT_ID: z
    .string()
    .optional()
    .describe(
      "uses Firebase for push messages and the messenger's documents; without it, the study's database holds the documents",
    ),
  GOOGLE_APPLICATION_CREDENTIALS: z
    .string()
    .optional()
    .describe('the file of the credentials for Firebase, which its library reads'),
  FIRESTORE_EMULATOR_HOST: z.string().optional().meta({
    description:
      "host and port of a Firestore emulator, which Firebase's library uses instead of the cloud",
    example: '127.0.0.1:8080',
  }),
};
