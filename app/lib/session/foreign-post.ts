interface PostOrigin {
  method: string;
  /** The `Origin` header. */
  origin: string | null | undefined;
  /** The `Sec-Fetch-Site` header. */
  site: string | null | undefined;
  /** The hosts that the panel is reached by. */
  hosts: readonly string[];
}

/**
 * Returns whether another site sent this post. Pages cannot forge either header. Every browser sends one of the two;
 * a client that sends neither is no browser and carries no user's cookie.
 */
export function isForeignPost({ method, origin, site, hosts }: PostOrigin): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  if (site === 'cross-site' || site === 'same-site') return true;
  if (site === 'same-origin') return false;
  if (!origin) return false;
  return !URL.canParse(origin) || !hosts.includes(new URL(origin).host);
}

/** The message for the sender. */
export const foreignPostMessage =
  'This form was sent from another site and has not been processed.';
