import type { HeadersArgs } from '@remix-run/node';

/** Returns the headers of signed-out screens: how long to wait, and where to go next. */
export function getAccountHeaders({ actionHeaders, loaderHeaders }: HeadersArgs): Headers {
  const headers = new Headers();
  const retryAfter = actionHeaders.get('Retry-After');
  const refresh = loaderHeaders.get('Refresh');
  if (retryAfter) headers.set('Retry-After', retryAfter);
  if (refresh) headers.set('Refresh', refresh);
  return headers;
}
