import { home } from '../menu';
import type { AwaitedFigures, CardView } from './overview-view';

/** The parameter of the home page's address that counts how often the page has loaded itself. */
const PARAMETER = 'refreshed';
/** The interval in seconds. It leaves enough time to read what is there. */
const SECONDS = 15;
/** The maximum number of times that a page loads itself. An open page must not keep a session alive for long. */
const MAX_REFRESHES = 20;

/** Returns how often the page has loaded itself, as its address says. */
export function readRefreshes(request: Request): number {
  const text = new URL(request.url).searchParams.get(PARAMETER) ?? '';
  return /^\d{1,3}$/.test(text) ? Number(text) : 0;
}

/** Returns when the home page should load itself again, or undefined if none of its figures is being computed. */
export function planRefresh(
  cards: readonly CardView[],
  refreshes: number,
): AwaitedFigures | undefined {
  if (!cards.some(({ isAwaited }) => isAwaited)) return undefined;
  if (refreshes >= MAX_REFRESHES) return { seconds: SECONDS };
  return { seconds: SECONDS, href: `${home.path}?${PARAMETER}=${refreshes + 1}` };
}
