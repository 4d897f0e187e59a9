/** Yields the chunks of a file in parts of at least `bytes` bytes, except for the last part. */
export async function* gather(
  chunks: AsyncIterable<Buffer>,
  bytes: number,
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < bytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
