import { useLocation } from '@remix-run/react';
import { type RefObject, useEffect } from 'react';

/** Scrolls the menu to the entry of the current page. Does not scroll the page, as `scrollIntoView` would. */
export function useEntryInView(menu: RefObject<HTMLElement>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useEffect(() => {
    const body = menu.current;
    const entry = body?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!body || !entry) return;
    const { top, bottom } = body.getBoundingClientRect();
    // At the top of a page, the header pushes the end of the menu out of the window.
    const below = entry.bottom - Math.min(bottom, window.innerHeight);
    body.scrollTop += below > 0 ? below : Math.min(0, entry.top - top);
  }, [pathname, menu]);
}
