import { createContext, useContext, useState } from 'react';

/** The id of the request while the server renders its answer; undefined in the browser. */
export const RequestIdContext = createContext<string | undefined>(undefined);

const ELEMENT_ID = 'request-reference';

/**
 * What to quote when reporting a problem: the log's lines of this request carry it. After a navigation in
 * the browser nothing is known of the request, and nothing is shown.
 */
export function RequestReference() {
  const given = useContext(RequestIdContext);
  const [id] = useState(() => given ?? shownByServer());
  if (!id) return null;
  return (
    <p className="mb-4">
      If it happens again, please report it with this reference: <code id={ELEMENT_ID}>{id}</code>
    </p>
  );
}

/** What the server wrote into the page, which the browser takes over. */
function shownByServer(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.getElementById(ELEMENT_ID)?.textContent ?? undefined;
}
