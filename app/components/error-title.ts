import { useActionData } from '@remix-run/react';
import { createContext, useContext, useEffect } from 'react';
import type { FormReply } from '~/lib/core/form/form-view';

const PREFIX = 'Error: ';

/** True while the server renders the page of a form that was not saved. Always false in the browser. */
export const FailedReplyContext = createContext(false);

/**
 * Returns the title of a page for its first rendering. On the server, the title of a page with a form that was not
 * saved begins with 'Error: '. In the browser, `useErrorPrefix` adds this prefix.
 */
export function useInitialTitle(title: string): string {
  return useContext(FailedReplyContext) ? PREFIX + title : title;
}

/**
 * Adds 'Error: ' to the start of the document's title while the last reply of the route's action is an error.
 */
export function useErrorPrefix(): void {
  const reply = useActionData<FormReply>();
  const failed = reply?.status === 'error';
  useEffect(() => {
    if (!failed) return;
    document.title = PREFIX + stripPrefix(document.title);
    return () => {
      document.title = stripPrefix(document.title);
    };
  }, [failed]);
}

function stripPrefix(title: string): string {
  return title.startsWith(PREFIX) ? title.slice(PREFIX.length) : title;
}
