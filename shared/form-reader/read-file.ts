import type { IncomingFile } from './read-multipart';

/**
 * The maximum number of bytes in a file that is imported in the browser. Larger files need the import command.
 */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

/** A posted file that has been read completely. */
export interface PostedFile {
  /** The name of the file, as `simplifyFileName` returns it. */
  name: string;
  bytes: Buffer<ArrayBuffer>;
}

/** Reads a posted file completely. Returns 'too long' if the file has more than `maxBytes`. */
export async function readFile(
  { name, stream }: IncomingFile,
  maxBytes: number,
): Promise<PostedFile | 'too long'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > maxBytes) return 'too long';
  return { name: simplifyFileName(name), bytes: Buffer.concat(chunks) };
}

/** Returns the last 200 characters of a file's name, without its folders and without control characters. */
export function simplifyFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return (
    last
      .replace(/\p{Cc}/gu, '')
      .slice(-200)
      .replace(/^[\uDC00-\uDFFF]/, '') || 'file'
  );
}
