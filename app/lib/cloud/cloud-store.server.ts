import type { Firestore } from 'firebase-admin/firestore';
import { config } from '../config.server';
import { firebaseApp } from '../firebase.server';
import { oncePerProcess } from '../process.server';
import { panelStore } from '../store/store.server';
import type { DocumentStore } from './document-store';
import { firestoreStore } from './firestore.server';
import { messengerPaths } from './paths';
import { sqlStore } from './sql.server';

/** The document store of this installation: Firestore with FIREBASE_PROJECT_ID, else the panel's own. */
export function cloudStore(): DocumentStore {
  return oncePerProcess('cloud store', () =>
    config.FIREBASE_PROJECT_ID
      ? firestoreStore(openFirestore, config.API_TIMEOUT_MS)
      : sqlStore(panelStore),
  );
}

export const paths = messengerPaths(config.PRODUCT_SLUG);

async function openFirestore(): Promise<Firestore> {
  const { getFirestore } = await import('firebase-admin/firestore');
  return getFirestore(await firebaseApp());
}
