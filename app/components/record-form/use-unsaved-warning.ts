import { useBeforeUnload, useBlocker } from '@remix-run/react';
import { useCallback, useRef } from 'react';
import type { BlockerFunction } from 'react-router';

/**
 * Asks before the user leaves a form with unsaved changes: the browser asks when the page is closed, and
 * UnsavedQuestion asks before the user goes to another page. Returns the props of UnsavedQuestion, and the handlers for
 * input and save.
 */
export function useUnsavedWarning() {
  const changed = useRef(false);
  useBeforeUnload(
    useCallback((event) => {
      if (changed.current) event.preventDefault();
    }, []),
  );
  const focusedBefore = useRef<Element | null>(null);
  const shouldBlock = useCallback<BlockerFunction>(({ currentLocation, nextLocation }) => {
    if (!changed.current || currentLocation.pathname === nextLocation.pathname) return false;
    focusedBefore.current = document.activeElement;
    return true;
  }, []);
  const blocker = useBlocker(shouldBlock);
  return {
    blocker,
    /** The element that had the focus when the user was about to leave. */
    focusedBefore,
    onInput: () => {
      changed.current = true;
    },
    onSave: () => {
      changed.current = false;
    },
  };
}
