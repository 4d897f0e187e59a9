import { type useBlocker, useHref } from '@remix-run/react';
import { type ComponentType, type RefObject, useEffect, useState } from 'react';
import type { UnsavedDialogProps } from './unsaved-dialog';

interface UnsavedQuestionProps {
  blocker: ReturnType<typeof useBlocker>;
  /** The element that gets the focus back if the user stays. */
  opener: RefObject<Element>;
}

/**
 * Asks the user whether to leave the form, while `blocker` holds a navigation back. The dialog is fetched only then. If
 * it cannot be fetched, the browser opens the page without the router, after its own question.
 */
export function UnsavedQuestion({ blocker, opener }: UnsavedQuestionProps) {
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
      if (opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, [isAsked, opener]);
  if (!isAsked || !Dialog) return null;
  return <Dialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />;
}
