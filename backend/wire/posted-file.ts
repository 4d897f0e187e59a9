import { type PostedFile, readFile } from '../../shared/form-reader/read-file';
import type { IncomingFile } from '../../shared/form-reader/read-multipart';

/** Creates the reader of a form's input `file`, which reads the first file and at most `maxBytes` of it. */
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
