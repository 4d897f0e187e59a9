import { createHash } from 'node:crypto';
import { type DeclaredInputs, selectDeclared } from 'shared/form-reader/declared';
import { FormError } from 'shared/form-reader/form-error';
import { z } from 'zod';
import { formInputs } from '../form/form-view';
import { readUndeclaredForm } from '../form/read-form.server';
import { latestMoment } from '../present';
import { panelStore } from '../store/store.server';
import { sealer } from './seal.server';
import { expiredUsername } from './session.server';

/** How long the draft of a form that was posted after its session ended is stored. */
const KEEP_MS = 15 * 60_000;

const contentSchema = z.array(z.tuple([z.string(), z.string()]));
const { seal, unseal } = sealer('kept forms');

/**
 * Keeps what was posted with an expired session, encrypted, for the user it belonged to; the path that
 * offers it again. Only record forms are kept: nothing is typed into the others. Files are left out.
 */
export async function keepForm(request: Request, token: string): Promise<string | undefined> {
  const username = await expiredUsername(token);
  if (username === undefined) return undefined;
  const fields = await readUndeclaredForm(request).catch(() => []);
  if (!fields.some(([name]) => name === formInputs.version)) return undefined;
  const url = new URL(request.url);
  const path = url.pathname.replace(/\.data$/, '');
  const kept = {
    content: seal(JSON.stringify(fields), [username, path]),
    created_at: Date.now(),
  };
  const db = await panelStore();
  await forgetOld();
  await db
    .insertInto('kept_form')
    .values({ username, path_hash: digest(path), ...kept })
    .onConflict((conflict) => conflict.columns(['username', 'path_hash']).doUpdateSet(kept))
    .execute();
  url.searchParams.delete('_routes');
  return path + url.search;
}

/**
 * What this user typed into the form of this path before their session ended, if it still waits: the
 * inputs that the form has. What it could not have posted is left out as a whole.
 */
export async function keptForm(
  username: string,
  path: string,
  declared: DeclaredInputs,
): Promise<FormData | undefined> {
  const db = await panelStore();
  await forgetOld();
  const row = await db
    .selectFrom('kept_form')
    .select('content')
    .where('username', '=', username)
    .where('path_hash', '=', digest(path))
    .executeTakeFirst();
  const text = row && unseal(row.content, [username, path])?.toString('utf8');
  if (text === undefined) return undefined;
  try {
    return selectDeclared(contentSchema.parse(JSON.parse(text)), declared);
  } catch (error) {
    if (error instanceof FormError) return undefined;
    throw error;
  }
}

/** Deletes the draft of a form that has been saved. */
export async function forgetKeptForm(username: string, path: string): Promise<void> {
  await (await panelStore())
    .deleteFrom('kept_form')
    .where('username', '=', username)
    .where('path_hash', '=', digest(path))
    .execute();
}

async function forgetOld(): Promise<void> {
  const now = Date.now();
  await (await panelStore())
    .deleteFrom('kept_form')
    .where((or) =>
      or.or([or('created_at', '<', now - KEEP_MS), or('created_at', '>', latestMoment(now))]),
    )
    .execute();
}

function digest(path: string): string {
  return createHash('sha256').update(path).digest('hex');
}
