import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the name of the network that a client's address stands for, in the throttles and for people to read: of an
 * IPv6 client the first 64 bits, because it may use any address of them; of any other client its address.
 */
export function getNetworkName(address: string): string {
  if (!isIP(address)) return address;
  // The library does not know every zone, such as %br-lan.
  const ip = ipaddr.process(address.replace(/%.*/, ''));
  if (!('parts' in ip)) return ip.toString();
  return `${new ipaddr.IPv6([...ip.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}
