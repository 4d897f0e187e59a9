import { createHash } from 'node:crypto';
import { type DeclaredInputs, selectDeclared } from 'shared/form-reader/declared';
import { FormError } from 'shared/form-reader/form-error';
import { z } from 'zod';
import { formInputs } from '../form/form-view';
import { readUndeclaredForm } from '../form/read-form.server';
import { getLatestMoment } from '../server/present';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import { tryToStore } from '../server/unwritable.server';
import { findExpiredOwner } from './session.server';

/** The maximum age of a draft in milliseconds. */
const KEEP_MS = 15 * 60_000;
/**
 * The maximum number of drafts of one user. The limit is needed because anyone with a session, even an expired
 * one, can send many large forms.
 */
const MAX_DRAFTS = 20;
const SESSION_ENDED =
  'Your session ended before this was saved. What you typed is here again. Check it and select Save.';

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
export async function saveExpiredForm(
  request: Request,
  token: string,
): Promise<string | undefined> {
  const owner = await findExpiredOwner(token);
  if (owner === undefined) return undefined;
  const fields = await readUndeclaredForm(request).catch(() => []);
  if (!fields.some(([name]) => name === formInputs.version)) return undefined;
  const path = getFormPath(request);
  await saveDraft(owner, path, { fields, errors: { formErrors: [SESSION_ENDED] } });
  const url = new URL(request.url);
  url.searchParams.delete('_routes');
  return path + url.search;
}

/**
 * Stores the draft of the form at `path`, encrypted. Replaces an earlier draft of the same form. Deletes the
 * user's oldest drafts beyond MAX_DRAFTS.
 */
export async function saveDraft(owner: string, path: string, content: Content): Promise<void> {
  const draft = {
    content: seal(JSON.stringify(content), [owner, path]),
    created_at: Date.now(),
  };
  const db = await getStore();
  await deleteOldDrafts();
  await db
    .insertInto('kept_form')
    .values({ username: owner, path_hash: computeDigest(path), ...draft })
    .onConflict((conflict) => conflict.columns(['username', 'path_hash']).doUpdateSet(draft))
    .execute();
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
}

/**
 * Returns the user's draft of the form at `path`: the values of its inputs, and its errors. Returns undefined
 * if there is no draft, or if the form as it is now could not have sent it.
 */
export async function findDraft(
  owner: string,
  path: string,
  declared: DeclaredInputs,
): Promise<Draft | undefined> {
  const db = await getStore();
  const now = Date.now();
  await tryToStore(deleteOldDrafts);
  const row = await db
    .selectFrom('kept_form')
    .select('content')
    .where('created_at', '>=', now - KEEP_MS)
    .where('created_at', '<=', getLatestMoment(now))
    .where('username', '=', owner)
    .where('path_hash', '=', computeDigest(path))
    .executeTakeFirst();
  const text = row && unseal(row.content, [owner, path])?.toString('utf8');
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

/** Returns the path under which the drafts of this request's form are stored. */
export function getFormPath(request: Request): string {
  return new URL(request.url).pathname.replace(/\.data$/, '');
}

/**
 * Deletes the draft of a form that has been saved. If the store cannot be written to, the draft remains until it
 * expires.
 */
export async function deleteDraft(owner: string, path: string): Promise<void> {
  const db = await getStore();
  await tryToStore(() =>
    db
      .deleteFrom('kept_form')
      .where('username', '=', owner)
      .where('path_hash', '=', computeDigest(path))
      .execute(),
  );
}

async function deleteOldDrafts(): Promise<void> {
  const now = Date.now();
  await (await getStore())
    .deleteFrom('kept_form')
    .where((or) =>
      or.or([or('created_at', '<', now - KEEP_MS), or('created_at', '>', getLatestMoment(now))]),
    )
    .execute();
}

function computeDigest(path: string): string {
  return createHash('sha256').update(path).digest('hex');
}
