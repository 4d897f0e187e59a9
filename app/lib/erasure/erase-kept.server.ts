import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely } from 'kysely';
import { splitValues } from 'shared/db/split-values';
import { declarations } from 'shared/entities';
import { mentions, mentionsInJson } from 'shared/erasure/person';
import { deleteItems } from '../core/digests/item-digests.server';
import { makeSealer } from '../core/server/seal.server';
import { markCardsOutdated } from '../overview/overview-store.server';
import type { ErasurePlan } from './plan';

const { unseal } = makeSealer('views');

/** The paths of lists whose views can be decrypted: those of all lists that do not belong to one record. */
const viewPaths = [...declarations.map(({ path }) => path), '/search'];

/**
 * Deletes the encrypted items that mention the person, and those that may: drafts, bulk actions, files for analysis, and
 * files that wait for their import. Deletes the summaries of conversations of all users. The figures of the home page
 * stay until they have been computed again.
 */
export async function deleteTemporary(
  db: Kysely<StudyTables>,
  plan: Pick<ErasurePlan, 'person' | 'records'>,
): Promise<void> {
  await deleteItems(db, plan);
  await db.deleteFrom('saved_conversations').execute();
  await markCardsOutdated(db);
}

/**
 * Deletes the views whose filters or names contain one of the values. Also deletes the views of lists that belong to
 * one record, such as a conversation: nobody can tell which, without the record.
 */
export async function deleteViews(
  db: Kysely<StudyTables>,
  named: readonly string[],
): Promise<void> {
  const views = await db
    .selectFrom('saved_view')
    .select(['id', 'owner', 'content', 'name'])
    .execute();
  const deleted = views.filter((view) => {
    const texts = readView(view);
    return texts === undefined || mentions(texts.join('\n'), named);
  });
  for (const ids of splitValues(deleted.map(({ id }) => id))) {
    await db.deleteFrom('view_choice').where('view', 'in', ids).execute();
    await db.deleteFrom('saved_view').where('id', 'in', ids).execute();
  }
}

/** Deletes the sessions whose messages name the person. Their users sign in again. */
export async function endNamingSessions(
  db: Kysely<StudyTables>,
  named: readonly string[],
): Promise<void> {
  const sessions = await db.selectFrom('session').select(['token_hash', 'data']).execute();
  const naming = sessions.filter(({ data }) => mentionsInJson(data, named));
  for (const hashes of splitValues(naming.map(({ token_hash }) => token_hash)))
    await db.deleteFrom('session').where('token_hash', 'in', hashes).execute();
}

/** Returns the values of the filters of a view and its name, or undefined if no known list has the view. */
function readView({
  owner,
  content,
  name,
}: Pick<StudyTables['saved_view'], 'owner' | 'content' | 'name'>): string[] | undefined {
  for (const path of viewPaths) {
    const query = unseal(content, [owner, path])?.toString('utf8');
    if (query === undefined) continue;
    const title =
      name === null ? '' : (unseal(name, [owner, path, 'name'])?.toString('utf8') ?? '');
    return [...new URLSearchParams(query).values(), title];
  }
  return undefined;
}
