import { failWith, type Result, succeeded } from 'shared/result';
import type { Entity } from '../entities/entity';
import { getApiHost } from '../host/host.server';
import { config } from '../server/config.server';
import type { SignedInUser } from './user';

/**
 * The host's code for the role of an administrator. The code of a researcher is 2, and every other code counts
 * as 2 (product-spec.md §6).
 */
const ADMINISTRATOR = '1';

/** The actions that pages may offer to a user. */
export interface Permissions {
  mayWrite: boolean;
  mayImport: boolean;
  mayRestore: boolean;
  mayReadAccesses: boolean;
  mayExport: boolean;
}

/**
 * Returns true if the user's role may change data. By default, every role may. With RESEARCHERS_READ_ONLY, only
 * administrators may. This module is the only one that decides on permissions by role.
 */
export function mayWrite(user: SignedInUser): boolean {
  return !(config.RESEARCHERS_READ_ONLY && user.role !== ADMINISTRATOR);
}

/** Returns the permissions by which pages decide which actions to offer to this user. */
export function listPermissions(user: SignedInUser): Permissions {
  return {
    mayWrite: mayWrite(user),
    mayImport: mayImport(user),
    mayRestore: mayRestore(user),
    mayReadAccesses: mayReadAccesses(user),
    mayExport: checkExportRight(user, false).ok,
  };
}

/**
 * Checks that this user may have a file, or fails with the reason. `isFull` is true for a file with values that identify
 * people, or with free text. Administrators may have all files.
 */
export function checkExportRight(user: SignedInUser, isFull: boolean): Result<undefined, string> {
  const right = user.role === ADMINISTRATOR ? 'full' : config.RESEARCHERS_EXPORT;
  if (right === 'full' || (right === 'pseudonymised' && !isFull)) return succeeded;
  return failWith(exportMessages[right]);
}

/** The messages for a user whose role does not allow an export, by the value of RESEARCHERS_EXPORT. */
export const exportMessages = {
  off: 'Your role may not export data. If you need a file, ask an administrator.',
  pseudonymised:
    'Your role may export only pseudonymised files without free text. If you need another file, ask an administrator.',
} as const;

type Accounts = Pick<Entity, 'accounts'>;

/** Returns true if every role may change records of an entity. */
export function canBeChangedByAll({ accounts }: Accounts): boolean {
  return accounts === undefined || config.RESEARCHERS_MANAGE_USERS;
}

/** Checks that this user may add, change or delete records of `entity`, or fails with the reason. */
export function checkChangeRight(user: SignedInUser, entity: Accounts): Result<undefined, string> {
  const may = canBeChangedByAll(entity) || user.role === ADMINISTRATOR;
  return may ? succeeded : failWith(usersMessage);
}

/** Returns whether a record is the account of the signed-in user. */
export function isOwnAccount(user: SignedInUser, { accounts }: Accounts, id: string): boolean {
  return accounts !== undefined && user.id !== '' && Number(id) === Number(user.id);
}

/** Returns the names of the fields that the user may not change in a record, because it is the user's own account. */
export function getFixedFields(
  user: SignedInUser,
  entity: Accounts,
  id: string | undefined,
): readonly string[] {
  const isFree = id === undefined || canBeChangedByAll(entity) || !isOwnAccount(user, entity, id);
  return isFree ? [] : (entity.accounts?.rights ?? []);
}

const usersMessage =
  'Only administrators add, change or delete users here. If you need a change, ask an administrator.';

/**
 * Returns true if the user may import files. Only administrators may, because an import writes many records,
 * including users.
 */
export function mayImport(user: SignedInUser): boolean {
  return user.role === ADMINISTRATOR;
}

/** Returns whether the user is an administrator. Prefer a function for one permission, such as `mayImport`. */
export function isAdministrator(user: SignedInUser): boolean {
  return user.role === ADMINISTRATOR;
}

/** Returns true if the user may read the access log of all users. Everybody may read their own accesses. */
export function mayReadAccesses(user: SignedInUser): boolean {
  return user.role === ADMINISTRATOR;
}

export const noOverviewMessage =
  'Only administrators choose the figures of the home page. Nothing was saved.';

export const noAccessesMessage =
  'Only administrators can see who looked at which records. Your own accesses are in your profile, under My accesses.';

export const noImportMessage =
  'Only administrators can import data. Ask an administrator to import your file. Nothing was read or saved.';

/**
 * Returns true if the user may restore deleted records. Returns false for every user if the deletions of the host are
 * final.
 */
export function mayRestore(user: SignedInUser): boolean {
  return getApiHost().bin !== undefined && mayWrite(user);
}

/** Checks that this user may see the records of an entity, or fails with the reason. */
export function checkViewRight(
  user: SignedInUser,
  { readerRefusal }: Pick<Entity, 'readerRefusal'>,
): Result<undefined, string> {
  return mayWrite(user) || readerRefusal === undefined ? succeeded : failWith(readerRefusal);
}

/** The message for a user whose role does not allow a change. */
export const readOnlyMessage =
  'Your role may look at everything here and change nothing. Nothing was saved. If you need to make changes, ask an administrator.';
