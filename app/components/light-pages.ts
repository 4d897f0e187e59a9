import { createContext, useContext } from 'react';

/** Whether the server renders this answer without any script; never in a browser that runs it. */
export const LightPagesContext = createContext(false);

export function useLightPages(): boolean {
  return useContext(LightPagesContext);
}
