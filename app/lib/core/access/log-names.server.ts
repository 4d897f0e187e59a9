import { cutText } from 'shared/cut-text';
import { defined } from 'shared/defined';
import { getStore } from '../server/store.server';

/** A user as the log knows them. */
export interface LoggedUser {
  /** See lib/session/user-key.server.ts. */
  key: string;
  name: string;
}

/** The ids of the users and entities that this process has found or added. */
const users = new Map<string, number>();
const entities = new Map<string, number>();

/** Returns the id of a user that `findOrAddUser` has returned. */
export function getUserId(user: LoggedUser): number {
  return defined(users.get(buildUserKey(user)));
}

/** Returns the id of an entity that `findOrAddEntity` has returned. */
export function getEntityId(name: string): number {
  return defined(entities.get(name));
}

function buildUserKey({ key, name }: LoggedUser): string {
  return `${key}\n${name}`;
}

/** Returns the id of the user with this key and name in the log. Adds the user if there is none. */
export async function findOrAddUser(user: LoggedUser): Promise<number> {
  const known = users.get(buildUserKey(user));
  if (known !== undefined) return known;
  const values = { user_key: user.key, username: cutText(user.name, 255) };
  const db = await getStore();
  await db
    .insertInto('access_user')
    .values(values)
    .onConflict((conflict) => conflict.columns(['user_key', 'username']).doNothing())
    .execute();
  const { user_id } = await db
    .selectFrom('access_user')
    .select('user_id')
    .where(({ and }) => and(values))
    .executeTakeFirstOrThrow();
  users.set(buildUserKey(user), user_id);
  return user_id;
}

/** Returns the id of an entity in the log. Adds the entity if the log does not have it. */
export async function findOrAddEntity(name: string): Promise<number> {
  const known = entities.get(name);
  if (known !== undefined) return known;
  const db = await getStore();
  await db
    .insertInto('access_entity')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { entity_id } = await db
    .selectFrom('access_entity')
    .select('entity_id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  entities.set(name, entity_id);
  return entity_id;
}
