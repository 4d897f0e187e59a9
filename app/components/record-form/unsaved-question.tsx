import { type useBlocker, useHref } from '@remix-run/react';
import { type ComponentType, type RefObject, useEffect, useState } from 'react';
import type { UnsavedDialogProps } from './unsaved-dialog';

interface UnsavedQuestionProps {
  blocker: ReturnType<typeof useBlocker>;
  /** The element that gets the focus back if the user stays. */
  focusedBefore: RefObject<Element>;
}

/**
 * Asks the user whether to leave the form, while `blocker` blocks a navigation. Loads the dialog only then. If that
 * fails, opens the other page by a full load, before which the browser asks.
 */
export function UnsavedQuestion({ blocker, focusedBefore }: UnsavedQuestionProps) {
  const [Dialog, setDialog] = useState<ComponentType<UnsavedDialogProps>>();
  const isAsked = blocker.state === 'blocked';
  const href = useHref(blocker.location ?? '');
  useEffect(() => {
    if (!isAsked) return;
    let isOver = false;
    import('./unsaved-dialog').then(
      ({ default: loaded }) => setDialog(() => loaded),
      () => isOver || window.location.assign(href),
    );
    return () => {
      isOver = true;
    };
  }, [isAsked, href]);
  useEffect(() => {
    if (!isAsked) return;
    return () => {
      if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
    };
  }, [isAsked, focusedBefore]);
  if (!isAsked || !Dialog) return null;
  return <Dialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />;
}
