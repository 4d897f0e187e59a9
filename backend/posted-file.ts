import type { IncomingFile } from '../shared/form-reader/read-multipart';

/** A posted file that has been read completely. */
export interface PostedFile {
  name: string;
  bytes: Buffer<ArrayBuffer>;
}

/** Creates the reader of a form's input `file`, which reads the first file and at most `maxBytes` of it. */
export function fileReader(maxBytes: number) {
  let file: PostedFile | 'too long' | undefined;
  return {
    async take(input: string, { name, stream }: IncomingFile): Promise<void> {
      if (input !== 'file' || file) return;
      file = { name, bytes: Buffer.alloc(0) };
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.byteLength;
        if (size <= maxBytes) chunks.push(chunk);
        else chunks.length = 0;
      }
      file = size > maxBytes ? 'too long' : { name, bytes: Buffer.concat(chunks) };
    },
    file: () => file,
  };
}
