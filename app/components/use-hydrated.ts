import { useEffect, useState } from 'react';

/** True once script runs; false in the first rendering, which must look as the server's. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
