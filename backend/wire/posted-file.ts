import { type PostedFile, readFile } from '../../shared/form-reader/read-file';
import type { IncomingFile } from '../../shared/form-reader/read-multipart';

/**
 * Creates a reader for the first file of the form input that is named 'file'. The reader's `file()` returns this file,
 * 'too long' if it has more than `maxBytes` bytes, or undefined if none was sent.
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
