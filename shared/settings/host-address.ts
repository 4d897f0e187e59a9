/** Identifies the embedded host in what the panel stores. */
export const EMBEDDED = 'embedded';

/** Returns the address of the remote API host without a trailing slash, or undefined if the host is embedded. */
export function getRemoteAddress(settings: {
  API_HOST_URL?: string | undefined;
}): string | undefined {
  return settings.API_HOST_URL?.replace(/\/+$/, '');
}
