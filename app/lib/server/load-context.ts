import type { AppLoadContext } from '@remix-run/node';

/** The context that server/app.ts passes to the routes. Empty in development. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    /** The client's IP address, as Express determines it by `trust proxy`. */
    clientAddress?: string;
    /**
     * Resolves when the client has received the data sent so far. Throws when the client has disconnected
     * (server/backpressure.ts).
     */
    applyBackpressure?: () => Promise<void>;
  }
}

export type LoadContext = AppLoadContext;
