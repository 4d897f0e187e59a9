const FOCUSABLE =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
/** The number of elements that are remembered. A row has fewer, so that a removed row is followed by the next one. */
const MAX_FOLLOWERS = 30;

/** The element of the page's main part that was used last, and those after it. */
let followers: HTMLElement[] = [];

/**
 * Remembers which elements follow each one that users focus or click, because an action may remove it. Dialogs are not
 * a part of `main`: after them, the elements that follow their opener count.
 */
export function rememberFollowers(main: HTMLElement): void {
  const remember = ({ target }: Event) => {
    const used = target instanceof Element ? target.closest(FOCUSABLE) : null;
    if (!used || used === main) return;
    const all = [...main.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const index = all.indexOf(used as HTMLElement);
    followers = all.slice(index, index + MAX_FOLLOWERS);
  };
  main.addEventListener('focusin', remember);
  main.addEventListener('click', remember, true);
}

/**
 * Moves the focus if it was lost because its element was removed: to the next element that is still there, such as the
 * next row or filter, or else to the main part of the page.
 */
export function focusWhatFollows(): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  // An element that is not displayed has no rectangles.
  const next = followers.find(
    (element) => element.isConnected && element.getClientRects().length > 0,
  );
  (next ?? document.getElementById('main'))?.focus();
}
