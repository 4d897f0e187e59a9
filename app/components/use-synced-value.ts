import { useEffect, useRef } from 'react';

/**
 * Sets an uncontrolled input to its value in the address when that value changes, for example when the user
 * goes back or removes a filter. The element is not replaced, so that it keeps the focus.
 */
export function useSyncedValue<T extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const ref = useRef<T>(null);
  const last = useRef(value);
  useEffect(() => {
    // At first, the input may contain what was typed before script took over the page.
    if (ref.current && last.current !== value) ref.current.value = value;
    last.current = value;
  }, [value]);
  return ref;
}
