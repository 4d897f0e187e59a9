import { config } from '../server/config.server';
import { getFirebaseApp } from '../server/firebase.server';
import { getStore } from '../server/store.server';
import type { DocumentStore } from './document-store';
import { openFirestore } from './firestore.server';
import { getMessengerPaths } from './paths';
import { openSqlStore } from './sql.server';

/** Returns the document store: Firestore if FIREBASE_PROJECT_ID is set, otherwise the study's database. */
export async function openCloudStore(): Promise<DocumentStore> {
  if (!config.FIREBASE_PROJECT_ID) return openSqlStore(getStore);
  // `getFirestore` and `getFirebaseApp` return the same instances on every call.
  const { getFirestore } = await import('firebase-admin/firestore');
  return openFirestore(getFirestore(await getFirebaseApp()), config.API_TIMEOUT_MS);
}

export const paths = getMessengerPaths(config.PRODUCT_SLUG);
