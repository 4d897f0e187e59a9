import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { Body } from './body';
import {
  FormError,
  LateFormError,
  makeMalformedError,
  makeTooLargeError,
  makeTooManyError,
} from './form-error';
import { type BodyLimits, formLimits } from './limits';

/** A file that is being received. It can be read only once. */
export interface IncomingFile {
  /** The name of the file, as the sender chose it. It must not be trusted. */
  name: string;
  stream: Readable;
}

/** Reads the file of an input. The caller discards the bytes that this function does not read. */
export type TakeFile = (input: string, file: IncomingFile) => Promise<void>;

/**
 * The maximum size of a chunk that is passed to the parser. The parser processes each chunk to its end, even if the
 * chunk exceeds a limit, so that small chunks limit the extra work.
 */
const CHUNK_BYTES = 4 * 1024;
/**
 * The size in bytes of each part's stream buffer. The parser skips parts whose Content-Disposition is not form-data. It
 * hangs if it receives more bytes of such a part than this in one iteration of the event loop.
 */
const PART_BUFFER_BYTES = 256 * 1024;

const { fields, files, partHeaders, partHeaderBytes } = formLimits;

/**
 * Reads a multipart form. Returns its fields, and passes each file to `takeFile` as it arrives. Throws a
 * FormError, or else the first error of `takeFile`, after all calls of `takeFile` have ended. Before that,
 * discards the rest of the body, unless it exceeds `bodyBytes` or the connection is lost.
 */
export async function readMultipart(
  request: Request,
  { fieldBytes, bodyBytes, late }: BodyLimits,
  takeFile?: TakeFile,
): Promise<[string, string][]> {
  const body = new Body(request, bodyBytes, late);
  const parser = createParser(request.headers.get('content-type') ?? '', fieldBytes);
  const entries: [string, string][] = [];
  const openStreams = new Set<Readable>();
  const pendingFiles: Promise<void>[] = [];
  let bytes = 0;
  const refuse = (error: FormError) => void parser?.destroy(error);
  parser?.on('field', (name: string | undefined, value, nameCut, valueCut) => {
    if (!isValidName(name)) return refuse(makeMalformedError());
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (nameCut || valueCut || bytes > fieldBytes) return refuse(makeTooLargeError(fieldBytes));
    entries.push([name, value]);
  });
  parser?.on('file', (name: string | undefined, stream, fileName) => {
    // The parser also emits its errors on open files. Without a listener, such an error would end the process.
    stream.on('error', () => {});
    openStreams.add(stream);
    stream.once('close', () => openStreams.delete(stream));
    if (!isValidName(name)) {
      stream.resume();
      return refuse(makeMalformedError());
    }
    // Browsers send a file without a name for an input in which no file was chosen.
    if (!takeFile || !fileName) return void stream.resume();
    const pending = takeFile(name, { name: decodeFileName(fileName), stream }).finally(() =>
      stream.resume(),
    );
    // The error is thrown after the body has been read. Without a handler, it would end the process earlier.
    pending.catch(() => {});
    pendingFiles.push(pending);
  });
  parser?.on('fieldsLimit', () => refuse(makeTooManyError(fields, 'fields')));
  parser?.on('filesLimit', () => refuse(makeTooManyError(files, 'files')));
  parser?.on('partsLimit', () => refuse(makeTooManyError(fields, 'fields')));

  // Ends the pipeline, because the parser sometimes does not read the data after the final boundary. Waits for
  // the next iteration of the event loop, because the parser reports a body that ends too early after 'finish'.
  const end = new AbortController();
  parser?.once('finish', () => setImmediate(() => end.abort()));

  let failure: unknown;
  try {
    if (!parser) throw makeMalformedError();
    await pipeline(Readable.from(sliceChunks(body.read())), parser, { signal: end.signal });
  } catch (error) {
    if (!end.signal.aborted) {
      failure = error instanceof FormError ? error : makeMalformedError();
      for (const stream of openStreams) stream.destroy(makeMalformedError());
    }
    await body.discard();
  }
  const results = await Promise.allSettled(pendingFiles);
  if (failure instanceof LateFormError) throw new LateFormError(entries);
  if (failure) throw failure;
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return entries;
}

/**
 * Creates the parser. Returns undefined for a content type without a boundary, or with a boundary that is too long.
 */
function createParser(contentType: string, fieldBytes: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      fileHwm: PART_BUFFER_BYTES,
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

/** Decodes a file's name. Browsers escape only the double quote, LF and CR (HTML Standard). */
function decodeFileName(name: string): string {
  return name.replace(/%(22|0A|0D)/gi, (sign) => decodeURIComponent(sign));
}

/**
 * Returns whether a field has a name that contains no U+FFFD, which the parser writes for invalid UTF-8.
 */
function isValidName(name: string | undefined): name is string {
  return name !== undefined && name !== '' && !name.includes('\uFFFD');
}
