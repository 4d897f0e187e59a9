/** Returns the path and query of the page, also for a request that loads only the page's data. */
export function getPagePath(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete('_routes');
  return url.pathname.replace(/\.data$/, '') + url.search;
}

/** Returns whether a request may change data. */
export function isPost({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD';
}
