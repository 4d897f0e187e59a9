import { config } from '../server/config.server';
import type { SignedInUser } from './user';

/** The host's code of the role: 1 Administrator, 2 Researcher (product-spec.md §6). Any other counts as 2. */
const ADMINISTRATOR = '1';

/** The changes that the pages may offer to a user. */
export interface Permissions {
  mayWrite: boolean;
  mayImport: boolean;
}

/**
 * The one place that decides what a role may do. The product restricts nothing; a study that wants
 * researchers to look and not to change sets RESEARCHERS_READ_ONLY.
 */
export function mayWrite(user: SignedInUser): boolean {
  return !(config.RESEARCHERS_READ_ONLY && user.role !== ADMINISTRATOR);
}

/** Returns what the pages may offer to this user. */
export function listPermissions(user: SignedInUser): Permissions {
  return { mayWrite: mayWrite(user), mayImport: mayImport(user) };
}

/** Returns whether every user may change records of `entity`. */
export function canBeChangedByAll(entity: string): boolean {
  return entity !== 'user' || config.RESEARCHERS_MANAGE_USERS;
}

/** Returns the reason why this user may not add, change or delete records of `entity`; undefined when they may. */
export function changeRefusal(user: SignedInUser, entity: string): string | undefined {
  if (canBeChangedByAll(entity)) return undefined;
  return user.role === ADMINISTRATOR ? undefined : usersMessage;
}

/** Returns the fields of the user's own record that nobody changes for themselves. */
export function getFixedFields(
  user: SignedInUser,
  entity: string,
  id: string | undefined,
): string[] {
  const isOwn = entity === 'user' && id !== undefined && Number(id) === Number(user.id);
  return isOwn && !config.RESEARCHERS_MANAGE_USERS ? ['user_role', 'u_status'] : [];
}

export const usersMessage =
  'Only administrators add, change or delete users here. If you need a change, ask an administrator.';

/** Importing writes many records at once, users among them. */
export function mayImport(user: SignedInUser): boolean {
  return user.role === ADMINISTRATOR;
}

export const noImportMessage =
  'Only administrators can import data. Ask an administrator to import your file. Nothing was read or saved.';

/** The message for a user whose role does not allow a change. */
export const readOnlyMessage =
  'Your role may look at everything here and change nothing. Nothing was saved. If you need to make changes, ask an administrator.';
