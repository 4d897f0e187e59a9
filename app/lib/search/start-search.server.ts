import { data, redirect } from '@remix-run/node';
import pLimit from 'p-limit';
import { toText } from 'shared/list/values';
import { readForm } from '../core/form/read-form.server';
import { storeView } from '../core/list/views.server';
import { mustStore } from '../core/server/unwritable.server';
import type { SignedIn } from '../core/session/guard.server';
import type { SignedInUser } from '../core/session/user';
import { getUserKey } from '../core/session/user-key.server';
import { getRecordHref, isServed, runWithinLimit, searchLimits } from './find-group.server';
import { findIdentified } from './find-records.server';
import { listSearched, withSearchSlot } from './search-all.server';
import { cleanSearchText, MAX_SEARCH, SEARCH_FIELD } from './search-text';

/** The path of the search page. Its views are stored under this path. */
export const SEARCH_PATH = '/search';

/** The number of lists that are read at the same time to find the record that a text identifies. */
const PARALLEL = 3;

const tooLong = `Enter ${MAX_SEARCH} characters or fewer`;

/** Returns the typed text of a posted search, or undefined if it is too long. */
export async function readSearchText(request: Request): Promise<string | undefined> {
  const form = await readForm(request, { fields: [SEARCH_FIELD] });
  const text = cleanSearchText(String(form.get(SEARCH_FIELD) ?? ''));
  return text.length > MAX_SEARCH ? undefined : text;
}

/**
 * Answers a posted search with a redirect: to the record that the text identifies, if there is exactly one, and
 * otherwise to the search page, also if too many searches of the user are running. Then stores the text as a view,
 * because addresses must not contain text that may identify a person.
 */
export async function startSearch({ user }: SignedIn, request: Request) {
  const text = await readSearchText(request);
  if (text === undefined) return data({ problem: tooLong }, 400);
  if (text === '') return redirect(SEARCH_PATH);
  const href = await withSearchSlot(user, () => findOnlyRecord(user, text));
  if (href) return redirect(href);
  const filters = new URLSearchParams({ q: text }).toString();
  const view = await mustStore(() => storeView(getUserKey(user), SEARCH_PATH, filters));
  return redirect(`${SEARCH_PATH}?view=${view}`);
}

/**
 * Returns the address of the record whose whole study number, phone number or account name the text is. Returns
 * undefined if there is none, or several. An id is no such number: the end of a phone number may be somebody else's id.
 */
async function findOnlyRecord(user: SignedInUser, text: string): Promise<string | undefined> {
  const slots = pLimit(PARALLEL);
  const found = await Promise.all(
    listSearched(user)
      .filter(({ entity }) => isServed(entity))
      .map((searched) => slots(() => findHrefs(searched, text))),
  );
  const [only, ...others] = found.flat();
  return others.length === 0 ? only : undefined;
}

async function findHrefs(
  searched: Parameters<typeof findIdentified>[0],
  text: string,
): Promise<string[]> {
  const { entity } = searched;
  const result = await runWithinLimit(
    () => findIdentified(searched, text, ['fields']),
    searchLimits.identifyMs,
  );
  if (!result.ok) return [];
  return result.value.map((row) => getRecordHref(entity, toText(row[entity.key])));
}
