import { PassThrough, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IncomingFile } from 'shared/form-reader/read-multipart';
import type { FormGuard } from './form-guard.server';

/**
 * Passes a file on to `take` as it arrives. Before the file ends, the guard checks the sender again: if the sender's
 * session or role has ended, the file ends with an error, so that it is not stored.
 */
export async function guardFile(
  guard: FormGuard,
  { name, stream }: IncomingFile,
  take: (file: IncomingFile) => Promise<void>,
): Promise<void> {
  const guarded = new PassThrough({
    flush(done: TransformCallback) {
      guard.checkAgain([]).then(() => done(), done);
    },
  });
  // The reader of the file gets its errors. Without a handler, an error would end the process if nobody reads on.
  pipeline(stream, guarded).catch(() => {});
  try {
    await take({ name, stream: guarded });
  } finally {
    guarded.resume();
  }
}
