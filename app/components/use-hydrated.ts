import { useEffect, useState } from 'react';

/** True once script runs: what works with script only shows from then on. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
