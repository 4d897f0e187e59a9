import type { HeadersArgs } from '@remix-run/node';

/**
 * Returns the headers of an account screen, such as the sign-in or a password change: `Retry-After` from its action and
 * `Refresh` from its loader.
 */
export function getAccountHeaders({ actionHeaders, loaderHeaders }: HeadersArgs): Headers {
  const headers = new Headers();
  const retryAfter = actionHeaders.get('Retry-After');
  const refresh = loaderHeaders.get('Refresh');
  if (retryAfter) headers.set('Retry-After', retryAfter);
  if (refresh) headers.set('Refresh', refresh);
  return headers;
}
