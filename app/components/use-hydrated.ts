import { useEffect, useState } from 'react';

/** Returns whether the page is hydrated. False in the first rendering, which must equal the server's rendering. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
