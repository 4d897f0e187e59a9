import { useEffect, useState } from 'react';

/** Whether script runs: false on the server and in the first rendering, which must look the same. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
