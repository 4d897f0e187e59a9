import { useLocation } from '@remix-run/react';
import { type RefObject, useEffect } from 'react';

/** Scrolls the menu to the entry of the current page. Does not scroll the page, in which the menu is always in view. */
export function useEntryInView(menu: RefObject<HTMLElement>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname, menu]);
}
