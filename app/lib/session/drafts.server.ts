import { createHash, randomUUID } from 'node:crypto';
import { type DeclaredInputs, selectDeclared } from 'shared/form-reader/declared';
import { FormError } from 'shared/form-reader/form-error';
import { z } from 'zod';
import { formInputs } from '../form/form-view';
import { readUndeclaredForm } from '../form/read-form.server';
import { getLatestMoment } from '../server/present';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import { tryToStore } from '../server/unwritable.server';
import { findExpiredOwner } from './live-sessions.server';
import { idleMs } from './session-limits.server';

/** The maximum age of a draft in milliseconds, except for drafts of locked sessions. */
const KEEP_MS = 15 * 60_000;
/**
 * The maximum number of drafts of one user. The limit is needed because anyone with a session, even an expired
 * one, can send many large forms.
 */
const MAX_DRAFTS = 20;
/** The parameter of a form's address that names one of several drafts of the form. */
const DRAFT = 'draft';
const SESSION_ENDED =
  'Your session ended before this was saved. What you entered is here again. Check it and select Save.';
const SESSION_LOCKED =
  'The session was locked before this was saved. What the form contained is here again. Check it and select Save.';

const SETUP_REQUIRED =
  'You had to set up a second factor before this was saved. What the form contained is here again. Check it and select Save.';

const contentSchema = z.object({
  fields: z.array(z.tuple([z.string(), z.string()])),
  errors: z.object({
    formErrors: z.array(z.string()).optional(),
    fieldErrors: z.record(z.string(), z.array(z.string())).optional(),
  }),
});
type Content = z.infer<typeof contentSchema>;
/** The errors of a form that its schema does not find, such as the message of a refused save. */
export type FormErrors = Content['errors'];

/** The values and the errors of a form that was not saved. */
export interface Draft {
  posted: FormData;
  errors: FormErrors;
}

const { seal, unseal } = makeSealer('kept forms');

/**
 * Stores a form that was posted with an expired session as a draft for the session's user. Returns the path of
 * the form's page, which shows the draft after the user has signed in. Returns undefined if nothing was stored.
 * Stores only forms of records, without their files.
 */
export function saveExpiredForm(request: Request, token: string): Promise<string | undefined> {
  return savePostedForm(request, token, SESSION_ENDED);
}

/**
 * Stores a form that was posted with a locked session, as `saveExpiredForm` does. The draft is stored for as long as
 * the session can be unlocked.
 */
export function saveLockedForm(request: Request, token: string): Promise<string | undefined> {
  return savePostedForm(request, token, SESSION_LOCKED, getLockedExpiry());
}

/** Stores a form that was posted by a user who must first set up a second factor, as `saveExpiredForm` does. */
export function saveFormBeforeSetup(request: Request, token: string): Promise<string | undefined> {
  return savePostedForm(request, token, SETUP_REQUIRED);
}

async function savePostedForm(
  request: Request,
  token: string,
  message: string,
  expiry?: number,
): Promise<string | undefined> {
  const owner = await findExpiredOwner(token);
  if (owner === undefined) return undefined;
  const fields = await readUndeclaredForm(request).catch(() => []);
  const url = new URL(request.url);
  url.searchParams.delete('_routes');
  return saveFields(owner, url.href, { fields, errors: { formErrors: [message] } }, expiry);
}

/**
 * Stores the fields of a form as a draft while the session is being locked. `address` is the address of the form's page.
 * A draft that the page has shown is replaced. Returns the path of the page, or undefined if nothing was stored.
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
  // A draft holds no password and no code.
  const content = { fields: fields.filter(([name]) => name !== formInputs.proof), errors };
  if (!content.fields.some(([name]) => name === formInputs.version)) return undefined;
  if (await saveDraft(owner, getDraftKey({ url: address }), content, expiry))
    return getFormPath({ url: address }) + new URL(address).search;
  // The same form in another tab keeps its own draft.
  return saveNamedDraft(owner, address, content, expiry);
}

/** Returns the time until which a locked session, and a sign-in soon after its end, can open a draft. */
function getLockedExpiry(): number {
  return Date.now() + idleMs + KEEP_MS;
}

/**
 * Stores a draft under a new name, so that it replaces no draft of another tab. Returns the path of the form's page with
 * this name.
 */
export async function saveNamedDraft(
  owner: string,
  address: string,
  content: Content,
  expiry?: number,
): Promise<string> {
  const url = new URL(address);
  url.searchParams.set(DRAFT, randomUUID());
  await saveDraft(owner, getDraftKey({ url: url.href }), content, expiry);
  return getFormPath({ url: url.href }) + url.search;
}

/**
 * Stores a draft under `key`, encrypted, and deletes the user's oldest drafts beyond MAX_DRAFTS. Stores nothing and
 * returns false if there is a draft with this key.
 */
async function saveDraft(
  owner: string,
  key: string,
  content: Content,
  expiry?: number,
): Promise<boolean> {
  const draft = {
    content: seal(JSON.stringify(content), [owner, key]),
    created_at: Date.now(),
    expires_at: expiry ?? null,
  };
  const db = await getStore();
  await deleteOldDrafts();
  const { numInsertedOrUpdatedRows: stored } = await db
    .insertInto('kept_form')
    .values({ username: owner, path_hash: computeDigest(key), ...draft })
    .onConflict((conflict) => conflict.columns(['username', 'path_hash']).doNothing())
    .executeTakeFirst();
  if (!stored) return false;
  const newest = db
    .selectFrom('kept_form')
    .select('path_hash')
    .where('username', '=', owner)
    .orderBy('created_at', 'desc')
    .limit(MAX_DRAFTS);
  await db
    .deleteFrom('kept_form')
    .where('username', '=', owner)
    .where('path_hash', 'not in', newest)
    .execute();
  return true;
}

/**
 * Returns the user's draft with this key: the values of the form's inputs, and its errors. Returns undefined if there
 * is no draft, or if the form as it is now could not have sent it.
 */
export async function findDraft(
  owner: string,
  key: string,
  declared: DeclaredInputs,
): Promise<Draft | undefined> {
  await tryToStore(deleteOldDrafts);
  const row = await readDraft(owner, key);
  const text = row && unseal(row.content, [owner, key])?.toString('utf8');
  if (text === undefined) return undefined;
  const content = contentSchema.safeParse(JSON.parse(text));
  if (!content.success) return undefined;
  try {
    return { posted: selectDeclared(content.data.fields, declared), errors: content.data.errors };
  } catch (error) {
    if (error instanceof FormError) return undefined;
    throw error;
  }
}

/** Returns the path of the form that this request opens or posts. */
export function getFormPath({ url }: Pick<Request, 'url'>): string {
  return new URL(url).pathname.replace(/\.data$/, '');
}

/** Returns the query of the form's address without the parameter that names a draft. */
export function getFormSearch({ url }: Pick<Request, 'url'>): string {
  const { searchParams } = new URL(url);
  searchParams.delete(DRAFT);
  return searchParams.size > 0 ? `?${searchParams}` : '';
}

/** Returns the key under which the draft of this request's form is stored. */
export function getDraftKey(request: Pick<Request, 'url'>): string {
  const draft = new URL(request.url).searchParams.get(DRAFT);
  return getFormPath(request) + (draft ? `?${DRAFT}=${draft}` : '');
}

/**
 * Deletes the draft of a form that has been saved. If the store cannot be written to, the draft remains until it
 * expires.
 */
export async function deleteDraft(owner: string, key: string): Promise<void> {
  const db = await getStore();
  await tryToStore(() =>
    db
      .deleteFrom('kept_form')
      .where('username', '=', owner)
      .where('path_hash', '=', computeDigest(key))
      .execute(),
  );
}

async function readDraft(owner: string, key: string): Promise<{ content: string } | undefined> {
  const db = await getStore();
  const now = Date.now();
  return db
    .selectFrom('kept_form')
    .select('content')
    .where('created_at', '<=', getLatestMoment(now))
    .where(({ eb, fn }) => eb(fn.coalesce('expires_at', eb('created_at', '+', KEEP_MS)), '>=', now))
    .where('username', '=', owner)
    .where('path_hash', '=', computeDigest(key))
    .executeTakeFirst();
}

async function deleteOldDrafts(): Promise<void> {
  const now = Date.now();
  await (await getStore())
    .deleteFrom('kept_form')
    .where(({ eb, fn, or }) =>
      or([
        eb(fn.coalesce('expires_at', eb('created_at', '+', KEEP_MS)), '<', now),
        eb('created_at', '>', getLatestMoment(now)),
      ]),
    )
    .execute();
}

function computeDigest(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
