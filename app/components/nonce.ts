import { createContext, useContext } from 'react';

/** The response's CSP nonce while the server renders; empty in the browser, which hides it. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
