import { formInputs, isFileInput } from '../form/form-view';
import { getDraftKey, getFormPath, getFormSearch } from './draft-address';
import {
  type Content,
  DRAFT_KEEP_MS,
  deleteDraft,
  saveDraft,
  saveNamedDraft,
} from './drafts.server';
import { findSessionOwner } from './live-sessions.server';
import { idleMs } from './session-limits.server';
import { addAction, findUnsentTitle, UNSENT_PATH } from './unsent-form';

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

/** The maximum numbers of fields and of characters of a form that the page of UNSENT_PATH shows. */
const MAX_UNSENT_FIELDS = 2_000;
const MAX_UNSENT_CHARACTERS = 50_000;

/** Reads the fields of a posted form, or returns those that have been read. */
export type ReadFields = () => Promise<[string, string][]>;

/**
 * Stores a form that was posted with an expired session as a draft for the session's user, without its files. Returns
 * the path of the page that shows the draft after the user has signed in: the form's page, or, for a form that is not
 * of a record, the page that offers to send it. Returns undefined if nothing was stored.
 */
export function saveExpiredForm(request: Request, token: string, read: ReadFields) {
  return savePostedForm(request, token, read, { message: SESSION_ENDED, canSendAgain: true });
}

/**
 * Stores a form that was posted with a locked session, as `saveExpiredForm` does. The draft is stored for the idle
 * time of a session and 15 minutes more, so that the user can still sign in after the session has ended.
 */
export function saveLockedForm(request: Request, token: string, read: ReadFields) {
  const expiry = getLockedExpiry();
  return savePostedForm(request, token, read, {
    message: SESSION_LOCKED,
    expiry,
    canSendAgain: true,
  });
}

/**
 * Stores the form of a record that was posted by a user who must first set up a second factor. Returns the path of its
 * page, or undefined if nothing was stored.
 */
export function saveFormBeforeSetup(request: Request, token: string, read: ReadFields) {
  return savePostedForm(request, token, read, { message: SETUP_REQUIRED });
}

/** Stores what has arrived of a form of a record that took too long, as `saveFormBeforeSetup` does. */
export function saveLateForm(request: Request, token: string, read: ReadFields) {
  return savePostedForm(request, token, read, { message: TOO_LATE });
}

/** Stores a form of a record whose user got another role while it was sent, as `saveFormBeforeSetup` does. */
export function saveFormOfFormerRole(request: Request, token: string, read: ReadFields) {
  return savePostedForm(request, token, read, { message: ROLE_CHANGED });
}

interface SaveOptions {
  message: string;
  expiry?: number;
  /** True if a form that is not of a record is stored too, for the page that offers to send it again. */
  canSendAgain?: boolean;
}

async function savePostedForm(
  request: Request,
  token: string,
  read: ReadFields,
  { message, expiry, canSendAgain = false }: SaveOptions,
): Promise<string | undefined> {
  const owner = await findSessionOwner(token);
  if (owner === undefined) return undefined;
  const fields = await read().catch(() => []);
  const url = new URL(request.url);
  // Script names the routes that it wants in this parameter.
  url.searchParams.delete('_routes');
  if (canSendAgain && findUnsentTitle(getFormPath({ url: url.href })) !== undefined)
    return saveUnsentForm(owner, url, fields, expiry);
  return saveFields(owner, url.href, { fields, errors: { formErrors: [message] } }, expiry);
}

/** Stores a form for the page that offers to send it again, unless it is empty or too large for that page. */
async function saveUnsentForm(
  owner: string,
  url: URL,
  fields: [string, string][],
  expiry?: number,
): Promise<string | undefined> {
  const characters = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (fields.length === 0 || fields.length > MAX_UNSENT_FIELDS) return undefined;
  if (characters > MAX_UNSENT_CHARACTERS) return undefined;
  const { href } = url;
  const action = getFormPath({ url: href }) + getFormSearch({ url: href });
  const content = { fields: addAction(fields.filter(isKept), action), errors: {} };
  return saveNamedDraft(owner, new URL(UNSENT_PATH, url).href, content, expiry);
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
  const kept = fields.filter(isKept);
  const hasFile = fields.some(([name]) => isFileInput(name));
  const formErrors = [...(errors.formErrors ?? []), ...(hasFile ? [CHOOSE_AGAIN] : [])];
  const content = { fields: kept, errors: { ...errors, formErrors } };
  if (!kept.some(([name]) => name === formInputs.version)) return undefined;
  if (await saveDraft(owner, getDraftKey({ url: address }), content, expiry))
    return getFormPath({ url: address }) + new URL(address).search;
  // The same form in another tab keeps its own draft.
  return saveNamedDraft(owner, address, content, expiry);
}

/** Returns whether a draft holds the field. It holds no password, no code and no file. */
function isKept([name]: [string, string]): boolean {
  return name !== formInputs.proof && !isFileInput(name);
}

/**
 * Returns the expiry of a draft that is saved with a lock: the session's idle time, and KEEP_MS for a sign-in after it.
 */
function getLockedExpiry(): number {
  return Date.now() + idleMs + DRAFT_KEEP_MS;
}
