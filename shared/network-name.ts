import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the name of a client's network for throttles and for display. For an IPv6 address, the name is the first 64
 * bits, because a client can use any address with the same 64 bits. For other addresses, the name is the address.
 */
export function getNetworkName(address: string): string {
  if (!isIP(address)) return address;
  // The library cannot parse some zones, such as %br-lan.
  const ip = ipaddr.process(address.replace(/%.*/, ''));
  if (!('parts' in ip)) return ip.toString();
  return `${new ipaddr.IPv6([...ip.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}
