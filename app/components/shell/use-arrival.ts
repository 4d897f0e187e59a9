import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { Announcement } from './arrive';
import { useList } from './use-list';

/**
 * Moves the focus after each navigation by script to what follows, and returns what a live region then says. Without
 * script, browsers follow the fragments of addresses. The code is loaded after the page.
 */
export function useArrival(): Announcement | undefined {
  const { key } = useLocation();
  const list = useList();
  const [said, setSaid] = useState<Announcement>();
  useEffect(() => {
    import('./arrive').then(
      ({ arrive }) => arrive(key, list, setSaid),
      () => {},
    );
  }, [key, list]);
  return said;
}
