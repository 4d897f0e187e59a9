/** The stream is longer than the reader allows. */
export class TooLongError extends Error {
  override name = 'TooLongError';
}

/** Reads a body whole, up to `max` bytes. Throws TooLongError beyond that. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  max: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > max) {
      await reader.cancel();
      throw new TooLongError(`the body exceeds ${max} bytes`);
    }
    chunks.push(part.value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
