import { useBeforeUnload, useBlocker } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import type { BlockerFunction } from 'react-router';

const QUESTION = 'You have changes that are not saved. Leave without saving?';

/**
 * Warns the user before they leave a form with unsaved changes. Returns the handlers that the form must call
 * when its inputs change and when it is saved.
 */
export function useUnsavedWarning() {
  const changed = useRef(false);
  useBeforeUnload(
    useCallback((event) => {
      if (changed.current) event.preventDefault();
    }, []),
  );
  const leaves = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      changed.current && currentLocation.pathname !== nextLocation.pathname,
    [],
  );
  const blocker = useBlocker(leaves);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  return {
    onInput: () => {
      changed.current = true;
    },
    onSave: () => {
      changed.current = false;
    },
  };
}
