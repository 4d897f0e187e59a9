import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { Body } from './body';
import { FormError, makeMalformedError, makeTooLargeError, makeTooManyError } from './form-error';
import { type BodyLimits, formLimits } from './limits';

/** A file that is being received. It can be read only once. */
export interface IncomingFile {
  /** The sender's name for the file, without a folder. Must not be trusted. */
  name: string;
  stream: Readable;
}

/** Reads the file of an input. The rest of it is discarded. */
export type TakeFile = (input: string, file: IncomingFile) => Promise<void>;

/** The bytes that the parser is given at a time: it creates parts from all of them, even beyond a limit. */
const CHUNK_BYTES = 4 * 1024;
/**
 * The bytes of a part that may wait for their reader. The parser stops permanently when a part that it skips,
 * such as an attachment, has more than this in one round of the event loop.
 */
const WAITING_BYTES = 256 * 1024;

const { fields, files, partHeaders, partHeaderBytes } = formLimits;

/**
 * Reads a multipart form: returns its fields, and passes each file to `takeFile` as it arrives. Throws a
 * FormError, or the error of `takeFile`, after the whole body has been read and no file is being read any more.
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
    // The parser reports an error to an open file as well; without a listener it would end the process.
    stream.on('error', () => {});
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    if (!isReadable(name)) refuse(makeMalformedError());
    // An input without a file sends a file without a name.
    if (!takeFile || !name || !fileName) return void stream.resume();
    const taken = takeFile(name, { name: decodeFileName(fileName), stream }).finally(() =>
      stream.resume(),
    );
    // An error is thrown only after the body has been read: without a handler it would end the process first.
    taken.catch(() => {});
    taking.push(taken);
  });
  parser?.on('fieldsLimit', () => refuse(makeTooManyError(fields, 'fields')));
  parser?.on('filesLimit', () => refuse(makeTooManyError(files, 'files')));
  parser?.on('partsLimit', () => refuse(makeTooManyError(fields, 'fields')));

  // The parser sometimes leaves the data after the final boundary unread. For a body that ends too early it
  // reports an error right after 'finish'.
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

/** Creates the parser. Returns undefined for a type without a boundary, or with one that is too long. */
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

/** Returns whether a field's name can be that of a form's field: not missing, not empty and valid UTF-8. */
function isReadable(name: string | undefined): name is string {
  return name !== undefined && name !== '' && !name.includes('\uFFFD');
}
