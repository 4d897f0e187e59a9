import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import busboy from 'busboy';
import { TooLongError } from '../read-bytes';

/** A file on its way in; it is read once, as it comes. */
export interface IncomingFile {
  /** What the sender calls it, without a folder: never to be trusted. */
  name: string;
  stream: Readable;
}

/** Takes the file of an input. What it leaves unread is thrown away. */
export type TakeFile = (input: string, file: IncomingFile) => Promise<void>;

interface MultipartLimits {
  /** Bytes of all fields together. */
  maxFieldBytes: number;
  /** Bytes of the whole request. */
  maxBytes: number;
  takeFile?: TakeFile;
}

const MAX_FIELDS = 5_000;
const MAX_FILES = 10;

/** The fields of a multipart form. Throws TooLongError, or an error for a malformed body. */
export async function readMultipart(request: Request, limits: MultipartLimits): Promise<FormData> {
  const { maxFieldBytes, maxBytes, takeFile } = limits;
  const form = new FormData();
  const taking: Promise<void>[] = [];
  let fieldBytes = 0;
  let cut = false;
  const parser = busboy({
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    // Browsers send the names of files in UTF-8.
    defParamCharset: 'utf8',
    limits: { fieldNameSize: 200, fieldSize: maxFieldBytes, fields: MAX_FIELDS, files: MAX_FILES },
  });
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (nameTruncated || valueTruncated || fieldBytes > maxFieldBytes) cut = true;
    else form.append(name, value);
  });
  parser.on('fieldsLimit', () => {
    cut = true;
  });
  parser.on('file', (input, stream, { filename }) => {
    // An input without a file sends one without a name.
    if (!takeFile || !filename) return void stream.resume();
    // A broken connection shows in the pipeline below; here it would end the process.
    stream.on('error', () => {});
    const taken = takeFile(input, { name: filename, stream }).finally(() => stream.resume());
    // A fault is told when all is read; one that nobody listens for until then would end the process.
    taken.catch(() => {});
    taking.push(taken);
  });
  const settled = async () => {
    for (const result of await Promise.allSettled(taking)) {
      if (result.status === 'rejected') throw result.reason;
    }
  };
  try {
    const body = request.body as ReadableStream<Uint8Array> | null;
    await pipeline(body ? Readable.fromWeb(body) : Readable.from([]), limitTo(maxBytes), parser);
  } finally {
    await settled();
  }
  if (cut) throw new TooLongError(`the fields exceed ${maxFieldBytes} bytes`);
  return form;
}

function limitTo(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) done(new TooLongError(`the body exceeds ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
}
