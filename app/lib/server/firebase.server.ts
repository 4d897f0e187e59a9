import type { App } from 'firebase-admin/app';
import { config } from './config.server';

/**
 * The one connection to Firebase, with the credentials that GOOGLE_APPLICATION_CREDENTIALS names.
 * firebase-admin is large and loaded at first use.
 */
export async function getFirebaseApp(): Promise<App> {
  const { applicationDefault, getApps, initializeApp } = await import('firebase-admin/app');
  return (
    getApps().at(0) ??
    initializeApp({ projectId: config.FIREBASE_PROJECT_ID, credential: applicationDefault() })
  );
}
