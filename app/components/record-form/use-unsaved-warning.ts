import { useBeforeUnload, useBlocker } from '@remix-run/react';
import { useCallback, useRef } from 'react';
import type { BlockerFunction } from 'react-router';

/**
 * Lets the browser ask before the user closes a form with unsaved changes, and holds back navigations to other pages
 * until UnsavedQuestion has asked. Returns the handlers that the form must call when its inputs change and when it is
 * saved.
 */
export function useUnsavedWarning() {
  const changed = useRef(false);
  useBeforeUnload(
    useCallback((event) => {
      if (changed.current) event.preventDefault();
    }, []),
  );
  const opener = useRef<Element | null>(null);
  const leaves = useCallback<BlockerFunction>(({ currentLocation, nextLocation }) => {
    if (!changed.current || currentLocation.pathname === nextLocation.pathname) return false;
    opener.current = document.activeElement;
    return true;
  }, []);
  const blocker = useBlocker(leaves);
  return {
    blocker,
    /** The element that had the focus when the user was about to leave. */
    opener,
    onInput: () => {
      changed.current = true;
    },
    onSave: () => {
      changed.current = false;
    },
  };
}
