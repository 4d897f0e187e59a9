import type { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import type { DocumentStore, Fields } from '../../../app/lib/core/messenger/document-store';
import { openFirestore } from '../../../app/lib/core/messenger/firestore.server';
import { buildDocumentColumns, openSqlStore } from '../../../app/lib/core/messenger/sql.server';
import { migrations } from '../../../backend/db/migrations';
import type { StudyTables } from '../../../backend/db/study-tables';
import { migrateToLatest } from '../../../shared/db/migrate';
import { emptyDatabase } from '../../support/database';
import { startFirestore } from '../../support/firestore';

export interface TestStore {
  store: DocumentStore;
  /** Writes a document as an app would: all of its fields. */
  write(collection: string, id: string, fields: Fields): Promise<void>;
}

/** Opens the embedded store on a new database. */
export async function sqlTestStore(): Promise<TestStore> {
  const db: Kysely<StudyTables> = await emptyDatabase();
  await migrateToLatest(db, migrations);
  onTestFinished(() => db.destroy());
  let version = 0;
  return {
    store: openSqlStore(async () => db),
    async write(collection, id, fields) {
      version += 1;
      const row = { collection, id, version, ...buildDocumentColumns(fields) };
      await db
        .insertInto('document')
        .values(row)
        .onConflict((conflict) => conflict.columns(['collection', 'id']).doUpdateSet(row))
        .execute();
    },
  };
}

/** Starts an emulator of Firestore, and opens the Firestore adapter, which calls it over the real protocol. */
export async function firestoreTestStore(): Promise<TestStore> {
  const { db, stop } = await startFirestore();
  onTestFinished(stop);
  return {
    store: openFirestore(db, 10_000),
    async write(collection, id, fields) {
      await db
        .collection(collection)
        .doc(id)
        .set({ ...fields });
    },
  };
}
