import { createContext } from 'react';

/** What the page's loaders answered, encoded for the browser, while the server renders; empty there. */
export const LoaderDataContext = createContext<string | undefined>(undefined);
