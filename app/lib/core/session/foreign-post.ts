interface PostOrigin {
  method: string;
  /** The `Origin` header. */
  origin: string | null | undefined;
  /** The `Sec-Fetch-Site` header. */
  site: string | null | undefined;
  /** The host names and ports at which the panel is available. */
  hosts: readonly string[];
}

/**
 * Returns true if another site sent this request, unless its method is GET or HEAD. Web pages cannot forge the headers
 * `Origin` and `Sec-Fetch-Site`, and every browser sends at least one of them. A client that sends neither is not a
 * browser and does not have a user's cookie.
 */
export function isForeignPost({ method, origin, site, hosts }: PostOrigin): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  if (site === 'cross-site' || site === 'same-site') return true;
  if (site === 'same-origin') return false;
  if (!origin) return false;
  return !URL.canParse(origin) || !hosts.includes(new URL(origin).host);
}

/** The message for the user whose browser sent the request. */
export const foreignPostMessage =
  'This form was sent from another site and has not been processed.';
