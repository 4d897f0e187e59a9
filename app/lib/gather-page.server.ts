import { Writable } from 'node:stream';

/**
 * Where React writes a page to, and what becomes of it: the page in one piece. React 18 ends a chunk with
 * null bytes where the next character did not fit into it (https://github.com/facebook/react/issues/24985),
 * and browsers show each as a replacement character. HTML holds no null bytes of its own.
 */
export function gatherPage(done: (page: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = [];
  return new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Uint8Array, _encoding, next) {
      chunks.push(chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk);
      next();
    },
    final(end) {
      done(Buffer.concat(chunks));
      end();
    },
  });
}
