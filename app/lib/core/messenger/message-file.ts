import { normalizeLink } from '../entities/safe-link';

/** A file or an image of a message. */
interface MessageFile {
  label: string;
  /** The address of the file. Undefined if it is not a safe address. */
  href?: string;
}

const KINDS: Readonly<Record<string, string>> = { image: 'Image', file: 'File' };

/** Returns the file of a message with this `type` and `uri`. Returns undefined if the message has none. */
export function findMessageFile(type: string, uri: string): MessageFile | undefined {
  const kind = KINDS[type.toLowerCase()];
  if (!uri && !kind) return undefined;
  const href = normalizeLink(uri);
  return { label: [kind ?? 'File', readName(href) || uri].filter(Boolean).join(': '), href };
}

/** Returns the decoded last segment of an address's path. */
function readName(href: string | undefined): string {
  const last = href ? (new URL(href).pathname.split('/').at(-1) ?? '') : '';
  try {
    return decodeURIComponent(last).split('/').at(-1) ?? '';
  } catch {
    return last;
  }
}
