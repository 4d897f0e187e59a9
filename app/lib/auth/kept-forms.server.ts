import { createHash } from 'node:crypto';
import { z } from 'zod';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { panelStore } from '../store/store.server';
import { sealer } from './seal.server';
import { expiredUsername } from './session.server';

/** How long a form that came too late waits for its user. */
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
  const form = await readForm(request).catch(() => undefined);
  if (!form?.has(formInputs.version)) return undefined;
  const url = new URL(request.url);
  const path = url.pathname.replace(/\.data$/, '');
  const fields = [...form].filter(([, value]) => typeof value === 'string');
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

/** What this user typed into the form of this path before their session ended, if it still waits. */
export async function keptForm(username: string, path: string): Promise<FormData | undefined> {
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
  const form = new FormData();
  for (const [name, value] of contentSchema.parse(JSON.parse(text))) form.append(name, value);
  return form;
}

/** The form has been saved after all. */
export async function forgetKeptForm(username: string, path: string): Promise<void> {
  await (await panelStore())
    .deleteFrom('kept_form')
    .where('username', '=', username)
    .where('path_hash', '=', digest(path))
    .execute();
}

async function forgetOld(): Promise<void> {
  await (await panelStore())
    .deleteFrom('kept_form')
    .where('created_at', '<', Date.now() - KEEP_MS)
    .execute();
}

function digest(path: string): string {
  return createHash('sha256').update(path).digest('hex');
}
