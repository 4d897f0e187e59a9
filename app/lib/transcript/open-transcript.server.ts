import { TZDate } from '@date-fns/tz';
import { redirect } from '@remix-run/node';
import type { Entity } from '../core/entities/entity';
import { readForm } from '../core/form/read-form.server';
import { findView, storeView } from '../core/list/views.server';
import { findMessageIndex } from '../core/messenger/read-transcript.server';
import { config } from '../core/server/config.server';
import { mustStore } from '../core/server/unwritable.server';
import type { SignedIn } from '../core/session/guard.server';
import { getUserKey } from '../core/session/user-key.server';
import { getDayAnchor } from './group-messages.server';
import {
  buildTranscriptAddress,
  getPage,
  isCalendarDay,
  readTranscriptAddress,
  type TranscriptAddress,
} from './transcript-address';

/** The maximum number of characters of a search. */
const MAX_SEARCH = 200;

interface OpenedTranscript {
  path: string;
  state: TranscriptAddress;
  /** The searched text. Empty without a search. */
  q: string;
  /** True if the address names a search that has expired or belongs to another user. */
  isSearchMissing: boolean;
}

/** Returns the path of the transcript of a conversation or a discussion. */
function getTranscriptPath({ list }: Pick<Entity, 'list'>): string {
  return `${list.path}/transcript`;
}

/**
 * Reads the address of a transcript, and its search from the view that the address names. Throws a redirect to the page
 * of the day that a user jumps to, and to a view if the address itself contains a search, as a typed one may.
 */
export async function openTranscript(
  { user }: SignedIn,
  entity: Entity,
  request: Request,
): Promise<OpenedTranscript> {
  const path = getTranscriptPath(entity);
  const { searchParams } = new URL(request.url);
  const typed = searchParams.get('q')?.trim();
  if (typed !== undefined)
    throw redirect(isSearch(typed) ? await buildSearchAddress({ user }, path, typed) : path);
  const state = readTranscriptAddress(searchParams);
  if (state.day && state.page === undefined && isCalendarDay(state.day))
    await redirectToDay(entity, path, state, state.day);
  const stored = state.view && (await findView(getUserKey(user), path, state.view));
  const q = new URLSearchParams(stored ? stored.query : '').get('q') ?? '';
  return {
    path,
    state: { ...state, view: q ? state.view : undefined },
    q,
    isSearchMissing: state.view !== undefined && q === '',
  };
}

/**
 * Throws a redirect to the page with the first message of a day in the study's time zone, or to the next message if the
 * day has none. Returns if the messages cannot be read.
 */
async function redirectToDay(entity: Entity, path: string, state: TranscriptAddress, day: string) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const begin = new TZDate(year, month - 1, date, config.STUDY_TIME_ZONE);
  const found = await findMessageIndex(entity, new Date(begin.getTime()));
  if (!found.ok) return;
  const { index, row } = found.value;
  const page = getPage(row ? index : index - 1, state.size);
  const anchor = row ? getDayAnchor(row) : 'end';
  throw redirect(`${buildTranscriptAddress(path, state, { day, page })}#${anchor}`);
}

/** Stores the posted search of a transcript as a view, and redirects to the newest message that contains it. */
export async function searchInTranscript(signedIn: SignedIn, entity: Entity, request: Request) {
  const path = getTranscriptPath(entity);
  const form = await readForm(request, { fields: ['q'] });
  const text = String(form.get('q') ?? '').trim();
  if (isSearch(text)) return redirect(await buildSearchAddress(signedIn, path, text));
  if (text !== '') {
    const limit = `Enter a search of up to ${MAX_SEARCH} characters`;
    await signedIn.toast({ kind: 'error', text: limit });
  }
  return redirect(path);
}

function isSearch(text: string): boolean {
  return text !== '' && text.length <= MAX_SEARCH && !text.includes('\0');
}

async function buildSearchAddress(
  { user }: Pick<SignedIn, 'user'>,
  path: string,
  text: string,
): Promise<string> {
  const filters = new URLSearchParams({ q: text }).toString();
  const view = await mustStore(() => storeView(getUserKey(user), path, filters));
  return `${path}?${new URLSearchParams({ view })}#match`;
}
