import { createContext, useContext } from 'react';

/**
 * The CSP nonce of the response while the server renders a page. Undefined in the browser, which hides nonces from
 * script.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
