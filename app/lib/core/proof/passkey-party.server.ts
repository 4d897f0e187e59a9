import { isIP } from 'node:net';
import { getPublicUrl } from '../server/config.server';

/** The party for which passkeys are made: the panel at its own address. */
export interface RelyingParty {
  /** The domain of the address. A passkey is of no use at another one. */
  id: string;
  origin: string;
}

/**
 * Returns the party of the panel's address. Returns undefined if browsers make no passkeys for this address: it must
 * have a domain, and https unless the domain is `localhost`.
 */
export function findParty(): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(getPublicUrl());
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) || !(isLocal || protocol === 'https:'))
    return undefined;
  return { id: hostname, origin };
}
