import { createContext, useContext } from 'react';

/** True while the server renders a light page, which has no script. Always false in the browser. */
export const LightPagesContext = createContext(false);

export function useLightPages(): boolean {
  return useContext(LightPagesContext);
}
