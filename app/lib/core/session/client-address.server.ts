import { isIP, isIPv6 } from 'node:net';
import type { AppLoadContext } from '@remix-run/node';

/**
 * Returns the IP address of the client, for throttling and the audit log. Returns 'unknown' if the server does
 * not know the address, as in development, or if a proxy forwards another value. All such clients count as one.
 */
export function getClientAddress({ clientAddress = '' }: LoadContext): string {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(clientAddress) ?? [];
  const ip = bracketed ?? clientAddress.replace(/^([\d.]+):\d+$/, '$1');
  const isAddress = bracketed === undefined ? isIP(ip) > 0 : isIPv6(ip);
  // The zone of an IPv6 address may contain any text, so it is removed.
  return isAddress ? ip.replace(/%.*/, '') : 'unknown';
}

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

type LoadContext = AppLoadContext;
