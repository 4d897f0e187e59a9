import { redirect } from '@remix-run/node';
import { fromOpaqueId, readAddressId, toOpaqueId } from './record-address.server';

interface PersonalPath {
  /** Matches a path that contains an id. The named groups are what stands before it, and the id. */
  pattern: RegExp;
  /** The kind of the id. The default is the group `kind` of the pattern. */
  kind?: string;
}

/** The paths that contain a phone number or the id of a participant. */
const PERSONAL_PATHS: readonly PersonalPath[] = [
  {
    kind: 'phone',
    pattern: /^(?<start>\/phone\/(?:edit|participants|conversations)\/)(?<id>[^/?#]+)/,
  },
  { kind: 'conversation', pattern: /^(?<start>\/phone\/chat\/)(?<id>[^/?#]+)/ },
  {
    kind: 'phone',
    pattern: /^(?<start>\/phone\/participants\/[^/?#]+\/unlink\/)(?<id>[^/?#]+)/,
  },
  {
    kind: 'participant',
    pattern:
      /^(?<start>\/participant\/(?:view|erase|report|withdraw)\/)(?<id>[1-9]\d{0,14})(?=$|[/?#])/,
  },
  { pattern: /^(?<start>\/history\/(?<kind>phone|participant)\/)(?<id>[^/?#]+)/ },
  {
    pattern: /^(?<start>\/audit\/accesses\/(?<kind>participant)\/)(?<id>[1-9]\d{0,14})(?=$|[/?#])/,
  },
  // A phone number that a user has typed into the address.
  { pattern: /^(?<start>\/audit\/accesses\/(?<kind>[\w-]+)\/)(?<id>\d{8,20})(?=$|[/?#])/ },
];
/** The maximum number of characters of an id that is encrypted. No record has a longer id. */
const MAX_ID = 300;

/**
 * Returns a path of the panel in the form in which browsers get it: opaque ids replace phone numbers and the ids of
 * participants. Ids that are already opaque, and other paths, stay as they are.
 */
export function toPublicPath(path: string): string {
  return PERSONAL_PATHS.reduce((shown, personal) => hideId(shown, personal), path);
}

function hideId(path: string, { pattern, kind }: PersonalPath): string {
  const groups = pattern.exec(path)?.groups;
  if (!groups) return path;
  const { start = '', id = '' } = groups;
  const end = path.slice(start.length + id.length);
  return start + toOpaqueSegment(kind ?? groups.kind ?? '', id) + end;
}

function toOpaqueSegment(kind: string, segment: string): string {
  if (segment.length > MAX_ID || fromOpaqueId(kind, segment) !== undefined) return segment;
  try {
    return toOpaqueId(kind, decodeURIComponent(segment));
  } catch {
    return toOpaqueId(kind, segment);
  }
}

/**
 * Returns the id of this kind for the parameter `param` of a route. Throws a redirect if the page was opened by an
 * address that contains the id itself, such as an old bookmark, and a 404 response for an opaque id of another kind.
 */
export function readOpaqueParam(request: Request, kind: string, param = ''): string {
  const id = readAddressId(kind, param);
  if (id !== param) return id;
  if (request.method === 'GET' && param !== '') {
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace(/\.data$/, '');
    const shown = toPublicPath(path);
    if (shown !== path) throw redirect(shown + search);
  }
  return param;
}
