import { createHash, randomUUID } from 'node:crypto';
import { type DeclaredInputs, selectDeclared } from 'shared/form-reader/declared';
import { FormError } from 'shared/form-reader/form-error';
import { z } from 'zod';
import { computeMentionDigests, storeDigests } from '../digests/item-digests.server';
import { getLatestMoment } from '../server/present';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import { tryToStore } from '../server/unwritable.server';
import { DRAFT, getDraftKey, getFormPath } from './draft-address';
import { collectDraft } from './draft-mentions.server';

/** The maximum age of a draft in milliseconds, except for drafts of locked sessions. */
export const DRAFT_KEEP_MS = 15 * 60_000;
/**
 * The maximum number of drafts of one user. The limit is needed because anyone with a session, even an expired
 * one, can send many large forms.
 */
const MAX_DRAFTS = 20;

const contentSchema = z.object({
  fields: z.array(z.tuple([z.string(), z.string()])),
  errors: z.object({
    formErrors: z.array(z.string()).optional(),
    fieldErrors: z.record(z.string(), z.array(z.string())).optional(),
  }),
});
export type Content = z.infer<typeof contentSchema>;
/** The errors of a form that its schema does not find, such as the message of a refused save. */
export type FormErrors = Content['errors'];

/** The values and the errors of a form that was not saved. */
export interface Draft {
  posted: FormData;
  errors: FormErrors;
}

const { seal, unseal } = makeSealer('kept forms');

/**
 * Stores a draft under a new name, so that it replaces no draft of another tab. Returns the path of the form's page
 * with this name.
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
export async function saveDraft(
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
  const path_hash = computeDigest(key);
  const digests = await computeMentionDigests(collectDraft(key, content));
  const db = await getStore();
  await deleteOldDrafts();
  const isStored = await db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows: stored } = await transaction
      .insertInto('kept_form')
      .values({ username: owner, path_hash, ...draft })
      .onConflict((conflict) => conflict.columns(['username', 'path_hash']).doNothing())
      .executeTakeFirst();
    if (stored) await storeDigests(transaction, 'draft', `${owner} ${path_hash}`, digests);
    return Boolean(stored);
  });
  if (!isStored) return false;
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
  const content = await readDraft(owner, key);
  if (!content) return undefined;
  try {
    return { posted: selectDeclared(content.fields, declared), errors: content.errors };
  } catch (error) {
    if (error instanceof FormError) return undefined;
    throw error;
  }
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

/** Returns the content of the user's draft with this key, or undefined if there is none. */
export async function readDraft(owner: string, key: string): Promise<Content | undefined> {
  await tryToStore(deleteOldDrafts);
  const db = await getStore();
  const now = Date.now();
  const row = await db
    .selectFrom('kept_form')
    .select('content')
    .where('created_at', '<=', getLatestMoment(now))
    .where(({ eb, fn }) =>
      eb(fn.coalesce('expires_at', eb('created_at', '+', DRAFT_KEEP_MS)), '>=', now),
    )
    .where('username', '=', owner)
    .where('path_hash', '=', computeDigest(key))
    .executeTakeFirst();
  const text = row && unseal(row.content, [owner, key])?.toString('utf8');
  return text === undefined ? undefined : contentSchema.safeParse(JSON.parse(text)).data;
}

async function deleteOldDrafts(): Promise<void> {
  const now = Date.now();
  await (await getStore())
    .deleteFrom('kept_form')
    .where(({ eb, fn, or }) =>
      or([
        eb(fn.coalesce('expires_at', eb('created_at', '+', DRAFT_KEEP_MS)), '<', now),
        eb('created_at', '>', getLatestMoment(now)),
      ]),
    )
    .execute();
}

function computeDigest(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
