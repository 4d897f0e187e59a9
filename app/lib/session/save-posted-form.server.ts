import { formInputs, isFileInput } from '../form/form-view';
import { getDraftKey, getFormPath } from './draft-address';
import { type Content, deleteDraft, KEEP_MS, saveDraft, saveNamedDraft } from './drafts.server';
import { findSessionOwner } from './live-sessions.server';
import { idleMs } from './session-limits.server';

const SESSION_ENDED =
  'Your session ended before this was saved. Your entries have been restored. Check them and select Save.';
const SESSION_LOCKED =
  'The session was locked before this was saved. Your entries have been restored. Check them and select Save.';

const SETUP_REQUIRED =
  'You had to set up a second factor before this was saved. Your entries have been restored. Check them and select Save.';

const TOO_LATE =
  'Only a part of this form arrived in time, and it was not saved. Check your entries, add what is missing and select Save.';
const ROLE_CHANGED =
  'Your role was changed before this was saved. Your entries have been restored. Check them and select Save.';

const CHOOSE_AGAIN = 'The chosen file was not kept. Choose it again.';

/** Reads the fields of a posted form, or returns those that have been read. */
export type ReadFields = () => Promise<[string, string][]>;

/**
 * Stores a form that was posted with an expired session as a draft for the session's user. Returns the path of
 * the form's page, which shows the draft after the user has signed in. Returns undefined if nothing was stored.
 * Stores only forms of records, without their files.
 */
export function saveExpiredForm(request: Request, token: string, read: ReadFields) {
  return savePostedForm(request, token, read, SESSION_ENDED);
}

/**
 * Stores a form that was posted with a locked session, as `saveExpiredForm` does. The draft is stored for the idle
 * time of a session and 15 minutes more, so that the user can still sign in after the session has ended.
 */
export function saveLockedForm(request: Request, token: string, read: ReadFields) {
  return savePostedForm(request, token, read, SESSION_LOCKED, getLockedExpiry());
}

/** Stores a form that was posted by a user who must first set up a second factor, as `saveExpiredForm` does. */
export function saveFormBeforeSetup(request: Request, token: string, read: ReadFields) {
  return savePostedForm(request, token, read, SETUP_REQUIRED);
}

/** Stores what has arrived of a form that took too long, as `saveExpiredForm` does. */
export function saveLateForm(request: Request, token: string, read: ReadFields) {
  return savePostedForm(request, token, read, TOO_LATE);
}

/** Stores a form whose user got another role while it was sent, as `saveExpiredForm` does. */
export function saveFormOfFormerRole(request: Request, token: string, read: ReadFields) {
  return savePostedForm(request, token, read, ROLE_CHANGED);
}

async function savePostedForm(
  request: Request,
  token: string,
  read: ReadFields,
  message: string,
  expiry?: number,
): Promise<string | undefined> {
  const owner = await findSessionOwner(token);
  if (owner === undefined) return undefined;
  const fields = await read().catch(() => []);
  const url = new URL(request.url);
  url.searchParams.delete('_routes');
  return saveFields(owner, url.href, { fields, errors: { formErrors: [message] } }, expiry);
}

/**
 * Stores the fields of a form as a draft while the session is being locked. `address` is the address of the form's
 * page. A draft that the page has shown is replaced. Returns the path of the page, or undefined if nothing was
 * stored.
 */
export async function saveFormOfLock(
  owner: string,
  address: string,
  fields: [string, string][],
): Promise<string | undefined> {
  const url = new URL(address);
  if (fields.some(([name]) => name === formInputs.draft))
    await deleteDraft(owner, getDraftKey({ url: url.href }));
  const content = { fields, errors: { formErrors: [SESSION_LOCKED] } };
  return saveFields(owner, url.href, content, getLockedExpiry());
}

async function saveFields(
  owner: string,
  address: string,
  { fields, errors }: Content,
  expiry?: number,
): Promise<string | undefined> {
  // A draft holds no password, no code and no file.
  const kept = fields.filter(([name]) => name !== formInputs.proof && !isFileInput(name));
  const hasFile = fields.some(([name]) => isFileInput(name));
  const formErrors = [...(errors.formErrors ?? []), ...(hasFile ? [CHOOSE_AGAIN] : [])];
  const content = { fields: kept, errors: { ...errors, formErrors } };
  if (!content.fields.some(([name]) => name === formInputs.version)) return undefined;
  if (await saveDraft(owner, getDraftKey({ url: address }), content, expiry))
    return getFormPath({ url: address }) + new URL(address).search;
  // The same form in another tab keeps its own draft.
  return saveNamedDraft(owner, address, content, expiry);
}

/**
 * Returns the expiry of a draft that is saved with a lock: the session's idle time, and KEEP_MS for a sign-in after it.
 */
function getLockedExpiry(): number {
  return Date.now() + idleMs + KEEP_MS;
}
