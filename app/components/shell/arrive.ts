import type { ListView } from '~/lib/core/list/list-view';
import { focusWhatFollows, rememberFollowers } from '../focus-what-follows';
import { describeChange } from './describe-change';

/** The text of a live region. The key makes it say the same text again after another action. */
export interface Announcement {
  key: string;
  text: string;
}

interface Place {
  main: HTMLElement | null;
  path: string;
  search: string;
  list: ListView | undefined;
}

/** The place at which the user arrived last. */
let last: Place | undefined;

/**
 * Moves the focus after a navigation, and announces its result. The focus goes to the main part of another page, to the
 * element that the fragment of the address names, or, if its element was removed, to what followed it. Otherwise it
 * stays, as in the errors of a form that was posted from another page. The first page of a document keeps the focus where it is.
 */
export function arrive(
  key: string,
  list: ListView | undefined,
  announce: (announcement: Announcement) => void,
): void {
  const { pathname: path, search, hash } = window.location;
  const main = document.getElementById('main');
  const before = last;
  last = { main, path, search, list };
  if (main && before?.main !== main) rememberFollowers(main);
  if (!before) return;
  const isOther = before.path !== path;
  if (!isOther && before.search === search && before.list === list) return;
  const isMoved = isOther || before.search !== search;
  const target = isMoved && hash ? document.getElementById(hash.slice(1)) : null;
  if (target) focus(target);
  else if (isOther) focusMain(main);
  else requestAnimationFrame(focusWhatFollows);
  const place = isOther ? [`${document.title}.`] : [];
  const change = list ? [describeChange(before.list, list)] : [];
  announce({ key, text: [...place, ...change].join(' ').trim() });
}

function focusMain(main: HTMLElement | null): void {
  if (document.activeElement?.getAttribute('role') !== 'alert')
    main?.focus({ preventScroll: true });
}

function focus(target: HTMLElement): void {
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus();
}
