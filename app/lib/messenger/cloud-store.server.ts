import { config } from '../server/config.server';
import { firebaseApp } from '../server/firebase.server';
import { panelStore } from '../server/store.server';
import type { DocumentStore } from './document-store';
import { firestoreStore } from './firestore.server';
import { messengerPaths } from './paths';
import { sqlStore } from './sql.server';

/** The document store of this installation: Firestore with FIREBASE_PROJECT_ID, else the panel's own. */
export async function cloudStore(): Promise<DocumentStore> {
  if (!config.FIREBASE_PROJECT_ID) return sqlStore(panelStore);
  // Both keep what they have made.
  const { getFirestore } = await import('firebase-admin/firestore');
  return firestoreStore(getFirestore(await firebaseApp()), config.API_TIMEOUT_MS);
}

export const paths = messengerPaths(config.PRODUCT_SLUG);
