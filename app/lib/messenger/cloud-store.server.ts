import { config } from '../server/config.server';
import { getFirebaseApp } from '../server/firebase.server';
import { getStore } from '../server/store.server';
import type { DocumentStore } from './document-store';
import { openFirestore } from './firestore.server';
import { getMessengerPaths } from './paths';
import { openSqlStore } from './sql.server';

/** The document store of this installation: Firestore with FIREBASE_PROJECT_ID, else the panel's own. */
export async function openCloudStore(): Promise<DocumentStore> {
  if (!config.FIREBASE_PROJECT_ID) return openSqlStore(getStore);
  // Both keep what they have made.
  const { getFirestore } = await import('firebase-admin/firestore');
  return openFirestore(getFirestore(await getFirebaseApp()), config.API_TIMEOUT_MS);
}

export const paths = getMessengerPaths(config.PRODUCT_SLUG);
