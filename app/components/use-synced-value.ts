import { useEffect, useRef } from 'react';

/**
 * Keeps an uncontrolled input at the value of the address: after Back, or when a filter is taken away.
 * The element itself stays, so that the focus does.
 */
export function useSyncedValue<T extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (ref.current) ref.current.value = value;
  }, [value]);
  return ref;
}
