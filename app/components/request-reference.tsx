import { createContext, useContext, useState } from 'react';

/** The id of the request while the server renders its response. Undefined in the browser. */
export const RequestIdContext = createContext<string | undefined>(undefined);

const ELEMENT_ID = 'request-reference';

/**
 * Renders the id of the request, which is also in the log. Users quote it when they report a problem. Renders nothing
 * after a navigation by script, because the browser then does not know the id.
 */
export function RequestReference() {
  const given = useContext(RequestIdContext);
  const [id] = useState(() => given ?? readServerId());
  if (!id) return null;
  return (
    <p className="mb-4">
      If you report this problem, quote this reference: <code id={ELEMENT_ID}>{id}</code>
    </p>
  );
}

/** Returns the id that the server wrote into the page, so that hydration renders the same text. */
function readServerId(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.getElementById(ELEMENT_ID)?.textContent ?? undefined;
}
