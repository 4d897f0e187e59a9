import type { AppLoadContext } from '@remix-run/node';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** The client's IP address, as far as `trust proxy` tells; server/app.ts puts it here. */
    clientAddress?: string;
    /** Resolves when the client has taken what was sent to it; throws when it has gone (server/pace.ts). */
    clientReady?: () => Promise<void>;
  }
}

/** Who asks, for the throttles; all are one where the server does not say (in development). */
export function clientAddress({ clientAddress }: AppLoadContext): string {
  return clientAddress || 'unknown';
}
