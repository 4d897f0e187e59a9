import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { Body } from './body';
import { FormError, makeMalformedError, makeTooLargeError, makeTooManyError } from './form-error';
import { type BodyLimits, formLimits } from './limits';

/** A file that is being received. It can be read only once. */
export interface IncomingFile {
  /** The name of the file, as the sender chose it. It must not be trusted. */
  name: string;
  stream: Readable;
}

/** Reads the file of an input. Bytes that it does not read are discarded. */
export type TakeFile = (input: string, file: IncomingFile) => Promise<void>;

/**
 * The maximum number of bytes that the parser receives in one piece. The parser creates parts from a whole
 * piece, even if it reaches a limit in the middle.
 */
const CHUNK_BYTES = 4 * 1024;
/**
 * The maximum number of bytes of a part that may wait for their reader. The parser stops permanently if it
 * receives more than this of a skipped part, such as an attachment, in one round of the event loop.
 */
const WAITING_BYTES = 256 * 1024;

const { fields, files, partHeaders, partHeaderBytes } = formLimits;

/**
 * Reads a multipart form. Returns its fields, and passes each file to `takeFile` as it arrives. Throws a
 * FormError, or the error of `takeFile`, but only after it has read the body and `takeFile` has finished.
 */
export async function readMultipart(
  request: Request,
  { fieldBytes, bodyBytes }: BodyLimits,
  takeFile?: TakeFile,
): Promise<[string, string][]> {
  const body = new Body(request, bodyBytes);
  const parser = createParser(request.headers.get('content-type') ?? '', fieldBytes);
  const read: [string, string][] = [];
  const open = new Set<Readable>();
  const taking: Promise<void>[] = [];
  let bytes = 0;
  const refuse = (error: FormError) => void parser?.destroy(error);
  parser?.on('field', (name: string | undefined, value, nameCut, valueCut) => {
    if (!isReadable(name)) return refuse(makeMalformedError());
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (nameCut || valueCut || bytes > fieldBytes) return refuse(makeTooLargeError(fieldBytes));
    read.push([name, value]);
  });
  parser?.on('file', (name: string | undefined, stream, fileName) => {
    // The parser also emits its errors on open files. Without a listener, such an error would end the process.
    stream.on('error', () => {});
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    if (!isReadable(name)) refuse(makeMalformedError());
    // Browsers send a file without a name for an input in which no file was chosen.
    if (!takeFile || !name || !fileName) return void stream.resume();
    const taken = takeFile(name, { name: decodeFileName(fileName), stream }).finally(() =>
      stream.resume(),
    );
    // The error is thrown after the body has been read. Without a handler, it would end the process earlier.
    taken.catch(() => {});
    taking.push(taken);
  });
  parser?.on('fieldsLimit', () => refuse(makeTooManyError(fields, 'fields')));
  parser?.on('filesLimit', () => refuse(makeTooManyError(files, 'files')));
  parser?.on('partsLimit', () => refuse(makeTooManyError(fields, 'fields')));

  // Ends the pipeline, because the parser sometimes does not read the data after the final boundary. Waits for
  // one round, because the parser reports a body that ends too early right after 'finish'.
  const end = new AbortController();
  parser?.once('finish', () => setImmediate(() => end.abort()));

  let failure: unknown;
  try {
    if (!parser) throw makeMalformedError();
    await pipeline(Readable.from(sliceChunks(body.read())), parser, { signal: end.signal });
  } catch (error) {
    if (!end.signal.aborted) {
      failure = error instanceof FormError ? error : makeMalformedError();
      for (const stream of open) stream.destroy(makeMalformedError());
    }
    await body.discard();
  }
  const results = await Promise.allSettled(taking);
  if (failure) throw failure;
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return read;
}

/**
 * Creates the parser. Returns undefined for a content type without a boundary, or with one that is too long.
 */
function createParser(contentType: string, fieldBytes: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      fileHwm: WAITING_BYTES,
      limits: {
        parts: fields + files,
        fields,
        files,
        fieldSize: fieldBytes,
        headerPairs: partHeaders,
        headerSize: partHeaderBytes,
      },
    });
  } catch {
    return undefined;
  }
}

async function* sliceChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.byteLength; at += CHUNK_BYTES)
      yield chunk.subarray(at, at + CHUNK_BYTES);
}

/** Decodes a file's name. Browsers escape exactly three characters of it (HTML Standard). */
function decodeFileName(name: string): string {
  return name.replace(/%(22|0A|0D)/gi, (sign) => decodeURIComponent(sign));
}

/** Returns whether the name of a field is present, not empty, and valid UTF-8. */
function isReadable(name: string | undefined): name is string {
  return name !== undefined && name !== '' && !name.includes('\uFFFD');
}
