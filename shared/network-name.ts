import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the name of a client's network for throttles and for display. For IPv6, the name is the first 64 bits
 * of the address, because a client can use any address with the same 64 bits. Otherwise, it is the address
 * itself.
 */
export function getNetworkName(address: string): string {
  if (!isIP(address)) return address;
  // The library does not know every zone, such as %br-lan.
  const ip = ipaddr.process(address.replace(/%.*/, ''));
  if (!('parts' in ip)) return ip.toString();
  return `${new ipaddr.IPv6([...ip.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}
