/** Thrown when content exceeds the maximum size or number of items that its reader accepts. */
export class TooLongError extends Error {
  override name = 'TooLongError';
}

/**
 * Yields the parts of a stream. Throws TooLongError after `max` bytes. If `parts` is a web stream, it is cancelled when
 * the reader stops early.
 */
export async function* limitBytes<Part extends Uint8Array>(
  parts: AsyncIterable<Part>,
  max: number,
  content = 'body',
): AsyncGenerator<Part, void> {
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.byteLength;
    if (bytes > max) throw new TooLongError(`the ${content} exceeds ${max} bytes`);
    yield part;
  }
}

/** Reads a complete body. Throws TooLongError if it is longer than `max` bytes. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  max: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  if (body) for await (const part of limitBytes(body, max)) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}
