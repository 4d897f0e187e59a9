import type { IncomingFile } from './read-multipart';

/** The bytes of a file to import; larger ones go in by the command line. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

/** A posted file that has been read completely. */
export interface PostedFile {
  /** The sender's name for the file, as `simplifyFileName` returns it. */
  name: string;
  bytes: Buffer<ArrayBuffer>;
}

/** Reads a posted file. Of one with more than `maxBytes`, it reads the rest but does not keep it. */
export async function readFile(
  { name, stream }: IncomingFile,
  maxBytes: number,
): Promise<PostedFile | 'too long'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (bytes > maxBytes) return 'too long';
  return { name: simplifyFileName(name), bytes: Buffer.concat(chunks) };
}

/** Returns the name by which people recognise a file: without folders and control characters. */
export function simplifyFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return last.replace(/\p{Cc}/gu, '').slice(-200) || 'file';
}
