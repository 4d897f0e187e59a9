const PARAMETER = 'answers';
const ALL = 'all';

/** Returns whether the address of a page asks for all fields, not only for those that have an answer. */
export function asksForAll(request: Request): boolean {
  return new URL(request.url).searchParams.get(PARAMETER) === ALL;
}

/** Returns the address of the same page that shows the other fields: all of them, or only the answered ones. */
export function getOtherAnswersHref(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const params = new URLSearchParams();
  const list = searchParams.get('list');
  if (list) params.set('list', list);
  if (!asksForAll(request)) params.set(PARAMETER, ALL);
  const path = pathname.replace(/\.data$/, '');
  return params.size > 0 ? `${path}?${params}` : path;
}

/** Returns the address of another record's page, which shows all fields if this page does. */
export function keepAnswers(request: Request, path: string): string {
  if (!asksForAll(request)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${PARAMETER}=${ALL}`;
}
