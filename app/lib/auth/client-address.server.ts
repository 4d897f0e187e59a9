import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { LoadContext } from '../load-context';

/**
 * Returns the IP address of the client, for the throttles and the audit log. All clients are one where the server
 * does not know it (in development) and where a proxy passes on something else.
 */
export function clientAddress({ clientAddress = '' }: LoadContext): string {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(clientAddress) ?? [];
  const ip = bracketed ?? clientAddress.replace(/^([\d.]+):\d+$/, '$1');
  const isAddress = bracketed === undefined ? isIP(ip) > 0 : isIPv6(ip);
  // The zone of an IPv6 address is any text.
  return isAddress ? ip.replace(/%.*/, '') : 'unknown';
}

/**
 * Returns the name of the network that a client's address stands for, in the throttles and for people to read: of an
 * IPv6 client the first 64 bits, because it may use any address of them; of any other client its address.
 */
export function networkName(address: string): string {
  if (!isIP(address)) return address;
  const ip = ipaddr.process(address);
  if (!('parts' in ip)) return ip.toString();
  return `${new ipaddr.IPv6([...ip.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}
