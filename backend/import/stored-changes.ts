import type { Selectable } from 'kysely';
import type { SqlRow } from 'shared/db/types';
import { takeRandomBytes } from 'shared/random-bytes';
import type { StudyTables } from '../db/study-tables';
import type { Database } from '../db/types';

/** A record that an import has added or changed. */
export interface ImportedChange {
  /** The id of the record in the panel. */
  recordId: string;
  /** The values before the change. Undefined if the import added the record. */
  before: SqlRow | undefined;
  /** The values after the change. For a changed record, only those that differ. */
  after: SqlRow;
}

/** The user, the time and the request of an import. */
export interface ChangeOrigin {
  username: string;
  /** Milliseconds since the epoch. */
  at: number;
  requestId: string | null;
}

/** A change of an import in the table `imported_change`, which is removed once the history of records has it. */
export type StoredChange = Selectable<StudyTables['imported_change']>;

const ID_BYTES = 16;
/** The maximum number of changes in one statement, because engines limit its parameters. */
const MAX_CHANGES = 500;

/** Stores changes for the history of records, in the transaction that makes them. */
export async function storeChanges(
  transaction: Database,
  wireName: string,
  changes: readonly ImportedChange[],
  { username, at, requestId }: ChangeOrigin,
): Promise<void> {
  const rows = changes.map(({ recordId, before, after }) => ({
    change_id: takeRandomBytes(ID_BYTES).toString('base64url'),
    entity: wireName,
    record_id: recordId,
    before_change: before === undefined ? null : JSON.stringify(before),
    after_change: JSON.stringify(after),
    username,
    at,
    request_id: requestId,
  }));
  for (let first = 0; first < rows.length; first += MAX_CHANGES)
    await transaction
      .insertInto('imported_change')
      .values(rows.slice(first, first + MAX_CHANGES))
      .execute();
}

/** Returns at most `limit` stored changes with a number above `after`, in the order in which they were made. */
export function listStoredChanges(
  db: Database,
  after: number,
  limit: number,
): Promise<StoredChange[]> {
  return db
    .selectFrom('imported_change')
    .selectAll()
    .where('n', '>', after)
    .orderBy('n')
    .limit(limit)
    .execute();
}

/** Returns the changes of one record as `listStoredChanges` does, but all of them. */
export function listStoredRecordChanges(
  db: Database,
  wireName: string,
  recordId: string,
): Promise<StoredChange[]> {
  return db
    .selectFrom('imported_change')
    .selectAll()
    .where('entity', '=', wireName)
    .where('record_id', '=', recordId)
    .orderBy('n')
    .execute();
}

/** Removes stored changes that are in the history. */
export async function removeStoredChanges(db: Database, numbers: readonly number[]): Promise<void> {
  for (let first = 0; first < numbers.length; first += MAX_CHANGES)
    await db
      .deleteFrom('imported_change')
      .where('n', 'in', numbers.slice(first, first + MAX_CHANGES))
      .execute();
}
