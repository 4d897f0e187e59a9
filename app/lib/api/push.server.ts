import { config } from '../config.server';

/**
 * Sends a topic message through Firebase Cloud Messaging, with the credentials that
 * GOOGLE_APPLICATION_CREDENTIALS names. firebase-admin is large and loaded at first use.
 */
export async function sendTopicMessage(message: {
  topic: string;
  title: string;
  body: string;
}): Promise<void> {
  const [{ applicationDefault, getApps, initializeApp }, { getMessaging }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/messaging'),
  ]);
  const app =
    getApps().at(0) ??
    initializeApp({ projectId: config.FIREBASE_PROJECT_ID, credential: applicationDefault() });
  await getMessaging(app).send({
    topic: message.topic,
    notification: { title: message.title, body: message.body },
  });
}
