import { redirect } from '@remix-run/node';
import type { SignedIn } from './guard.server';
import { getPagePath } from './page-request';

const NO_PAGE = 'There is no page at this address.';

/**
 * Returns the redirect of an address without a page to the home page, which then says so. Says nothing about a file
 * that a browser asks for by itself, such as an icon.
 */
export async function leadHome({ toast }: SignedIn, request: Request): Promise<Response> {
  if (isVisit(request)) await toast({ kind: 'error', text: NO_PAGE });
  return redirect('/home');
}

/** Returns whether somebody opens the address, as far as the browser says. */
function isVisit(request: Request): boolean {
  // https://developer.mozilla.org/docs/Web/HTTP/Headers/Sec-Fetch-Dest
  const use = request.headers.get('sec-fetch-dest');
  if (use !== null && use !== 'empty') return use === 'document';
  const [path = ''] = getPagePath(request).split('?');
  return !/\.[a-z\d]+$/i.test(path);
}
