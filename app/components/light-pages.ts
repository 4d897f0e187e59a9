import { createContext, useContext } from 'react';

/** True while the server renders an answer without script; false in the browser. */
export const LightPagesContext = createContext(false);

export function useLightPages(): boolean {
  return useContext(LightPagesContext);
}
