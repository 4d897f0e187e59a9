import { isIP, isIPv6 } from 'node:net';
import type { LoadContext } from '../server/load-context';

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
