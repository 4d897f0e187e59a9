import { Transform } from 'node:stream';

/**
 * React 18 ends a chunk with null bytes where the next character did not fit into it
 * (https://github.com/facebook/react/issues/24985), and browsers show each as a replacement character.
 * HTML holds no null bytes of its own.
 */
export function dropNullBytes(): Transform {
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk);
    },
  });
}
