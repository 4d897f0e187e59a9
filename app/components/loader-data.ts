import { createContext } from 'react';

/** The answers of the page's loaders, encoded for the browser, while the server renders; empty in the browser. */
export const LoaderDataContext = createContext<string | undefined>(undefined);
