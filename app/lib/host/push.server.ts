import { getFirebaseApp } from '../server/firebase.server';

/** Sends a topic message through Firebase Cloud Messaging. */
export async function sendTopicMessage(message: {
  topic: string;
  title: string;
  body: string;
}): Promise<void> {
  const { getMessaging } = await import('firebase-admin/messaging');
  await getMessaging(await getFirebaseApp()).send({
    topic: message.topic,
    notification: { title: message.title, body: message.body },
  });
}
