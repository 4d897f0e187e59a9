import type { App } from 'firebase-admin/app';
import { config } from './config.server';

/**
 * Returns the connection to Firebase, with the credentials to which GOOGLE_APPLICATION_CREDENTIALS points.
 * Opens it on the first call and imports firebase-admin only then, because that library is large.
 */
export async function getFirebaseApp(): Promise<App> {
  const { applicationDefault, getApps, initializeApp } = await import('firebase-admin/app');
  return (
    getApps().at(0) ??
    initializeApp({ projectId: config.FIREBASE_PROJECT_ID, credential: applicationDefault() })
  );
}
