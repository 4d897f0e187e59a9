import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file in a ZIP file. Its content is written when all earlier files are complete. */
export interface ZipEntry {
  name: string;
  write: () => AsyncIterable<Buffer> | Iterable<Buffer>;
}

/**
 * Writes a ZIP file and yields it while its entries are written. Throws the error of an entry that cannot be written.
 */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  // The types say that this is any stream. It is a PassThrough.
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  for (const { name, write } of entries)
    zip.addReadStreamLazy(name, { mtime: new Date(), mode: 0o100644 }, (pass) =>
      // The library does not listen to errors of these streams.
      pass(null, Readable.from(write(), { highWaterMark: 1 }).on('error', fail)),
    );
  zip.end();
  for await (const chunk of output) yield Buffer.from(chunk);
}
