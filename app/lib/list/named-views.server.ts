import { randomBytes } from 'node:crypto';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import { computeViewDigest, computeViewDigests, ID_BYTES } from './views.server';

/** The maximum number of named views that a user has of one list. */
export const MAX_NAMED = 50;
/** The maximum number of named views that a user has in all. It is needed because each record's history is a list. */
export const MAX_NAMED_IN_ALL = 500;

export interface NamedView {
  id: string;
  name: string;
}

const { seal, unseal } = makeSealer('views');

/** Returns the owner's named views of a list in the order of their names. */
export async function listNamedViews(owner: string, list: string): Promise<NamedView[]> {
  const db = await getStore();
  const rows = await db
    .selectFrom('saved_view')
    .select(['id', 'name'])
    .where('owner', '=', owner)
    .where('list_digest', 'in', computeViewDigests(owner, list))
    .execute();
  return rows
    .flatMap(({ id, name }) => {
      const text = name && unseal(name, [owner, list, 'name'])?.toString('utf8');
      return text ? [{ id, name: text }] : [];
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
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

/**
 * Stores the state of a list as a named view, and returns the view's id. `query` is the state as the query of an
 * address. If the owner already has a view of this list with the same state, gives that view the name.
 */
export async function storeNamedView(
  owner: string,
  list: string,
  { name, query }: { name: string; query: string },
): Promise<string> {
  const db = await getStore();
  const named = {
    name: seal(name, [owner, list, 'name']),
    list_digest: computeViewDigest(owner, list),
    used_at: Date.now(),
  };
  const { id } = await db
    .insertInto('saved_view')
    .values({
      id: randomBytes(ID_BYTES).toString('base64url'),
      owner,
      digest: computeViewDigest(owner, list, query),
      content: seal(query, [owner, list]),
      ...named,
    })
    .onConflict((conflict) => conflict.columns(['owner', 'digest']).doUpdateSet(named))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes the owner's named view with this id. Returns false if there is none. */
export async function deleteNamedView(owner: string, list: string, id: string): Promise<boolean> {
  const db = await getStore();
  const { numDeletedRows } = await db
    .deleteFrom('saved_view')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('list_digest', 'in', computeViewDigests(owner, list))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
