import { redirect } from '@remix-run/node';
import { fromOpaqueId, toOpaqueId } from './record-address.server';

/** Match the paths of a phone's or participant's pages. The second group identifies a person. */
const PERSONAL_PATHS = [
  /^(\/phone\/(?:edit|participants|conversations|chat)\/)([^/?#]+)/,
  /^(\/phone\/participants\/[^/?#]+\/unlink\/)([^/?#]+)/,
  /^(\/participant\/view\/)([1-9]\d{0,14})(?=$|[/?#])/,
  /^(\/history\/(?:phone|participant)\/)([^/?#]+)/,
  /^(\/audit\/accesses\/participant\/)([1-9]\d{0,14})(?=$|[/?#])/,
  // A typed phone number.
  /^(\/audit\/accesses\/[\w-]+\/)(\d{8,20})(?=$|[/?#])/,
];
/** The maximum number of characters of an id that becomes opaque. No record has a longer one. */
const MAX_ID = 300;

/**
 * Returns the path as browsers get it: with opaque ids instead of the phone numbers and the ids of participants in
 * `path`, the panel's own notation. Leaves ids that are already opaque, and other paths, as they are.
 */
export function toPublicPath(path: string): string {
  return PERSONAL_PATHS.reduce(
    (shown, pattern) =>
      shown.replace(pattern, (_path, start: string, id: string) => start + toOpaqueSegment(id)),
    path,
  );
}

function toOpaqueSegment(segment: string): string {
  if (segment.length > MAX_ID || fromOpaqueId(segment) !== undefined) return segment;
  try {
    return toOpaqueId(decodeURIComponent(segment));
  } catch {
    return toOpaqueId(segment);
  }
}

/**
 * Returns the id for the parameter `param` of a route. Throws a redirect if the page was opened by an address that
 * contains the id itself, such as an old bookmark.
 */
export function readOpaqueParam(request: Request, param = ''): string {
  const id = fromOpaqueId(param);
  if (id !== undefined) return id;
  if (request.method === 'GET' && param !== '') {
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace(/\.data$/, '');
    const shown = toPublicPath(path);
    if (shown !== path) throw redirect(shown + search);
  }
  return param;
}
