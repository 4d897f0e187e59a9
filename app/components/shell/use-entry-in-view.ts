import { useLocation } from '@remix-run/react';
import { type RefObject, useEffect } from 'react';

/** Scrolls the menu until the entry of the current page is in view. The page stays, because the menu itself is in view. */
export function useEntryInView(menu: RefObject<HTMLElement>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname, menu]);
}
