import { redirect } from '@remix-run/node';
import { fromOpaqueId, toOpaqueId } from './record-address.server';

/** The patterns of paths that contain a phone number or the id of a participant, as the second group. */
const PERSONAL_PATHS = [
  /^(\/phone\/(?:edit|participants|conversations|chat)\/)([^/?#]+)/,
  /^(\/phone\/participants\/[^/?#]+\/unlink\/)([^/?#]+)/,
  /^(\/participant\/(?:view|erase|report|withdraw)\/)([1-9]\d{0,14})(?=$|[/?#])/,
  /^(\/history\/(?:phone|participant)\/)([^/?#]+)/,
  /^(\/audit\/accesses\/participant\/)([1-9]\d{0,14})(?=$|[/?#])/,
  // A phone number that a user has typed into the address.
  /^(\/audit\/accesses\/[\w-]+\/)(\d{8,20})(?=$|[/?#])/,
];
/** The maximum number of characters of an id that is encrypted. No record has a longer id. */
const MAX_ID = 300;

/**
 * Returns a path of the panel in the form in which browsers get it: opaque ids replace phone numbers and the ids of
 * participants. Ids that are already opaque, and other paths, stay as they are.
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
