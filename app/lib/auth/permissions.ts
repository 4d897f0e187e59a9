import { config } from '../config.server';
import type { SignedInUser } from './user';

/** As the host has it: 1 Administrator, 2 Researcher (product-spec.md §6). */
const ADMINISTRATOR = '1';
const RESEARCHER = '2';

/**
 * The one place that decides what a role may do. The product restricts nothing; a study that wants
 * researchers to look and not to change sets RESEARCHERS_READ_ONLY.
 */
export function mayWrite(user: SignedInUser): boolean {
  return !(config.RESEARCHERS_READ_ONLY && user.role === RESEARCHER);
}

/** Importing writes many records at once, users among them. */
export function mayImport(user: SignedInUser): boolean {
  return user.role === ADMINISTRATOR;
}

export const noImportMessage = 'Only administrators import data. Nothing was read or saved.';

/** What a user is told whose role does not allow a change. */
export const readOnlyMessage =
  'Your role may look at everything here and change nothing. Nothing was saved. If you need to make changes, ask an administrator.';
