import { type PostedFile, readFile } from '../../shared/form-reader/read-file';
import type { IncomingFile } from '../../shared/form-reader/read-multipart';

/**
 * Creates a reader for the form input with the name 'file'. It reads its first file, up to `maxBytes` bytes. The
 * reader's `file()` returns this file, 'too long' for a larger one, or undefined if none was sent.
 */
export function makeFileReader(maxBytes: number) {
  let isTaken = false;
  let file: PostedFile | 'too long' | undefined;
  return {
    async take(input: string, incoming: IncomingFile): Promise<void> {
      if (input !== 'file' || isTaken) return;
      isTaken = true;
      file = await readFile(incoming, maxBytes);
    },
    file: () => file,
  };
}
