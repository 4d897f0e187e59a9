import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Where script swaps the page, the focus would stay on the link that led here, or be lost with it: it
 * goes to the content, as on a page that was loaded.
 */
export function useFocusOnArrival(id: string): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.getElementById(id)?.focus({ preventScroll: true });
  }, [pathname, id]);
}
