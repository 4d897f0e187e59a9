import type { Kysely } from 'kysely';
import { declarations } from 'shared/entities';
import { mentions, mentionsInJson } from 'shared/erasure/person';
import { markCardsOutdated } from '../overview/overview-store.server';
import { makeSealer } from '../server/seal.server';
import type { StoreTables } from '../server/store-tables';

const { unseal } = makeSealer('views');

/** The paths of lists whose views can be decrypted: those of all lists that do not belong to one record. */
const paths = [...declarations.map(({ path }) => path), '/search'];

/**
 * Deletes what the panel keeps for a short time, for all users: drafts, bulk actions, files for analysis, files that
 * wait for their import, and summaries of conversations. Most of it cannot be searched for a person, because it is
 * encrypted or belongs to many people. The figures of the home page stay until they have been computed again.
 */
export async function deleteTemporary(db: Kysely<StoreTables>): Promise<void> {
  for (const table of [
    'kept_form',
    'bulk_record',
    'bulk_action',
    'exported_part',
    'exported_file',
    'pending_import_part',
    'pending_import',
    'saved_conversations',
  ] as const)
    await db.deleteFrom(table).execute();
  await markCardsOutdated(db);
}

/**
 * Deletes the views whose filters or names contain one of the values. Also deletes the views of lists that belong to
 * one record, such as a conversation: nobody can tell which, without the record.
 */
export async function deleteViews(
  db: Kysely<StoreTables>,
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
  for (const { id } of deleted) {
    await db.deleteFrom('view_choice').where('view', '=', id).execute();
    await db.deleteFrom('saved_view').where('id', '=', id).execute();
  }
}

/** Deletes the sessions whose messages name the person. Their users sign in again. */
export async function endNamingSessions(
  db: Kysely<StoreTables>,
  named: readonly string[],
): Promise<void> {
  const sessions = await db.selectFrom('session').select(['token_hash', 'data']).execute();
  for (const { token_hash } of sessions.filter(({ data }) => mentionsInJson(data, named)))
    await db.deleteFrom('session').where('token_hash', '=', token_hash).execute();
}

/** Returns the values of the filters of a view and its name, or undefined if no known list has the view. */
function readView({
  owner,
  content,
  name,
}: Pick<StoreTables['saved_view'], 'owner' | 'content' | 'name'>): string[] | undefined {
  for (const path of paths) {
    const query = unseal(content, [owner, path])?.toString('utf8');
    if (query === undefined) continue;
    const title =
      name === null ? '' : (unseal(name, [owner, path, 'name'])?.toString('utf8') ?? '');
    return [...new URLSearchParams(query).values(), title];
  }
  return undefined;
}
