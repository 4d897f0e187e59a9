import { useEffect, useState } from 'react';

/** Returns whether the page is hydrated. False in the first rendering, which must equal that of the server. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
