import type { Database } from '../db/types';
import type { StoredChange } from './stored-changes';

/** A change of an import, as its caller collects it over HTTP. */
export type CollectedChange = Pick<
  StoredChange,
  'n' | 'change_id' | 'record_id' | 'before_change' | 'after_change'
>;

/** The part of the changes that the caller requests. */
export interface ChangePage {
  /** The number of the last change that the caller has. */
  after: number;
  limit: number;
  /** The id of a record. If given, only its changes are returned. */
  record?: string;
}

/** The maximum number of changes on one page. */
export const MAX_PAGE_CHANGES = 200;
/** The number of characters of the values from which a page gets no further part. */
const PAGE_CHARACTERS = 1_000_000;
const PART_CHANGES = 10;
/** The age above which a change that its caller has not collected is deleted. */
const KEEP_MILLISECONDS = 30 * 24 * 3_600_000;

/**
 * Returns the next changes of an import, in the order in which they were made: at most `limit`, and fewer if their
 * values are long. Returns none only if there are no more.
 */
export async function listCollectedChanges(
  db: Database,
  jobId: string,
  { after, limit, record }: ChangePage,
): Promise<CollectedChange[]> {
  const page: CollectedChange[] = [];
  let characters = 0;
  while (page.length < limit && characters < PAGE_CHARACTERS) {
    const size = Math.min(PART_CHANGES, limit - page.length);
    const changes = db
      .selectFrom('imported_change')
      .select(['n', 'change_id', 'record_id', 'before_change', 'after_change'])
      .where('job_id', '=', jobId)
      .where('n', '>', page.at(-1)?.n ?? after)
      .orderBy('n')
      .limit(size);
    const part = await (record === undefined
      ? changes
      : changes.where('record_id', '=', record)
    ).execute();
    page.push(...part);
    for (const { before_change, after_change } of part)
      characters += (before_change?.length ?? 0) + after_change.length;
    if (part.length < size) break;
  }
  return page;
}

/** Removes the changes of an import up to the number `last`, which the caller has stored. */
export async function removeCollectedChanges(
  db: Database,
  jobId: string,
  last: number,
): Promise<void> {
  await db
    .deleteFrom('imported_change')
    .where('job_id', '=', jobId)
    .where('n', '<=', last)
    .execute();
}

/**
 * Deletes changes that their callers have not collected in time, because the values are not encrypted here. A change
 * that is dated as far in the future was dated by a wrong clock, and is deleted too.
 */
export async function removeUncollectedChanges(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('imported_change')
    .where('job_id', 'is not', null)
    .where(({ eb, or }) =>
      or([eb('at', '<', now - KEEP_MILLISECONDS), eb('at', '>', now + KEEP_MILLISECONDS)]),
    )
    .execute();
}
