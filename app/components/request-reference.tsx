import { createContext, useContext, useState } from 'react';

/** The id of the request while the server renders its answer; undefined in the browser. */
export const RequestIdContext = createContext<string | undefined>(undefined);

const ELEMENT_ID = 'request-reference';

/**
 * Shows the id of the request, which users quote to report a problem and the log's lines contain. After a navigation in
 * the browser nothing is known of the request, and nothing is shown.
 */
export function RequestReference() {
  const given = useContext(RequestIdContext);
  const [id] = useState(() => given ?? readServerId());
  if (!id) return null;
  return (
    <p className="mb-4">
      If it happens again, please report it with this reference: <code id={ELEMENT_ID}>{id}</code>
    </p>
  );
}

/** Returns the id that the server wrote into the page, for hydration. */
function readServerId(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.getElementById(ELEMENT_ID)?.textContent ?? undefined;
}
