import type { AppLoadContext } from '@remix-run/node';

/** The context that server/app.ts passes to the routes; empty in development. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    /** The client's IP address, as Express determines it by `trust proxy`. */
    clientAddress?: string;
    /** The best of the encodings that the client takes. */
    encoding?: 'br' | 'gzip';
    /** Resolves when the client has taken what was sent to it; throws when it has gone (server/pace.ts). */
    clientReady?: () => Promise<void>;
  }
}

export type LoadContext = AppLoadContext;
