import { type RefObject, useEffect, useRef } from 'react';

const WIDE = '(min-width: 960px)';

/**
 * The menu as a drawer, where there is script: while it is open the rest of the page is out of reach,
 * Escape or a wider screen closes it, and the focus goes in and comes back to the opener.
 */
export function useDrawer(
  open: boolean,
  opener: RefObject<HTMLElement>,
  onClose: () => void,
): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open) return;
    const rest = document.querySelectorAll<HTMLElement>('header, main, footer');
    const setInert = (inert: boolean) => {
      for (const part of rest) part.inert = inert;
    };
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close.current();
    const wide = matchMedia(WIDE);
    const onWide = () => close.current();
    setInert(true);
    document.querySelector<HTMLElement>('#menu a')?.focus();
    document.addEventListener('keydown', onKey);
    wide.addEventListener('change', onWide);
    return () => {
      setInert(false);
      document.removeEventListener('keydown', onKey);
      wide.removeEventListener('change', onWide);
      opener.current?.focus();
    };
  }, [open, opener]);
}
