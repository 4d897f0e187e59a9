import { randomBytes } from 'node:crypto';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import {
  computeSharedDigest,
  computeSharedDigests,
  computeViewDigest,
  computeViewDigests,
  ID_BYTES,
} from './views.server';

/** The maximum number of named views that a user has of one list, and of views of one list for everybody. */
export const MAX_NAMED = 50;
/**
 * The maximum number of named views that a user has in all. Each record's history is a list of its own, so MAX_NAMED
 * alone does not limit the number.
 */
export const MAX_NAMED_IN_ALL = 500;

export interface NamedView {
  id: string;
  name: string;
  /** The state of the list as the query of an address. */
  query: string;
  isShared: boolean;
  /** True if this user has saved the view. */
  isOwn: boolean;
}

const { seal, unseal } = makeSealer('views');

/** Returns the user's named views of a list and those for everybody, each in the order of their names. */
export async function listNamedViews(user: string, list: string): Promise<NamedView[]> {
  const db = await getStore();
  const shared = computeSharedDigests(list);
  const rows = await db
    .selectFrom('saved_view')
    .select(['id', 'owner', 'name', 'content', 'list_digest'])
    .where('list_digest', 'in', [...computeViewDigests(user, list), ...shared])
    .execute();
  return rows
    .flatMap((row) => {
      const name = readViewName(row, list);
      const query = unseal(row.content, [row.owner, list])?.toString('utf8');
      if (!name || query === undefined) return [];
      const isShared = shared.includes(row.list_digest ?? '');
      return [{ id: row.id, name, query, isShared, isOwn: row.owner === user }];
    })
    .sort(
      (one, other) =>
        Number(one.isShared) - Number(other.isShared) || one.name.localeCompare(other.name, 'en'),
    );
}

/** Returns the name of a view of a list, or undefined if it has none or if the key is not available. */
export function readViewName(
  { owner, name }: { owner: string; name: string | null },
  list: string,
): string | undefined {
  return (name && unseal(name, [owner, list, 'name'])?.toString('utf8')) || undefined;
}

/** Returns the number of the owner's named views of all lists. */
export async function countNamedViews(owner: string): Promise<number> {
  const db = await getStore();
  const { count } = await db
    .selectFrom('saved_view')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner', '=', owner)
    .where('name', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores the state of a list as a named view, for the owner or for everybody. Returns the view's id. */
export async function storeNamedView(
  owner: string,
  list: string,
  { name, query, isShared }: Pick<NamedView, 'name' | 'query' | 'isShared'>,
): Promise<string> {
  const db = await getStore();
  const id = randomBytes(ID_BYTES).toString('base64url');
  await db
    .insertInto('saved_view')
    .values({
      id,
      owner,
      // Only views without a name are found by their content.
      digest: id,
      name: seal(name, [owner, list, 'name']),
      content: seal(query, [owner, list]),
      list_digest: isShared ? computeSharedDigest(list) : computeViewDigest(owner, list),
      used_at: Date.now(),
    })
    .execute();
  return id;
}

/** Replaces the name or the state of a view. */
export async function updateNamedView(
  id: string,
  list: string,
  change: { name?: string; query?: string },
): Promise<void> {
  const db = await getStore();
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('saved_view')
      .select('owner')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return;
    const { owner } = row;
    const { name, query } = change;
    await transaction
      .updateTable('saved_view')
      .set({
        ...(name !== undefined && { name: seal(name, [owner, list, 'name']) }),
        // An earlier version found a view with a name by its content too.
        ...(query !== undefined && { content: seal(query, [owner, list]), digest: id }),
      })
      .where('id', '=', id)
      .execute();
  });
}

/** Deletes a view, also as a default view and from the menus of all users. */
export async function deleteNamedView(id: string): Promise<void> {
  const db = await getStore();
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('saved_view').where('id', '=', id).execute();
    await transaction.deleteFrom('view_choice').where('view', '=', id).execute();
  });
}
