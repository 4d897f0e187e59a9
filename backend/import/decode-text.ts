import { isUtf8 } from 'node:buffer';
import { ImportError } from './import-error';

/** The maximum number of bytes of an incomplete character at the end of a chunk. */
const TAIL_BYTES = 3;
const LINE_FEED = 0x0a;

/** Decodes a file in UTF-8. Throws an ImportError that names the line of the first invalid byte. */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let tail: Uint8Array = new Uint8Array();
  /** The number of line ends up to the end of the tail. */
  let lines = 0;
  for await (const chunk of bytes) {
    const text = attempt(
      () => decoder.decode(chunk, { stream: true }),
      () => 1 + lines - countLineEnds(tail) + findBrokenLine(Buffer.concat([tail, chunk])),
    );
    lines += countLineEnds(chunk);
    tail = chunk.byteLength >= TAIL_BYTES ? chunk.slice(-TAIL_BYTES) : getTail(tail, chunk);
    yield text;
  }
  yield attempt(
    () => decoder.decode(),
    () => 1 + lines,
  );
}

function attempt(decode: () => string, line: () => number): string {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ImportError(
      `Line ${line()}: the text is not in UTF-8. In a spreadsheet, save the file as “CSV UTF-8”.`,
    );
  }
}

/**
 * Returns the number of lines before the first one that is not valid UTF-8. Its invalid character may end in a
 * later chunk.
 */
function findBrokenLine(bytes: Buffer): number {
  let start = 0;
  // Skips the end of a valid character that started in the previous chunk.
  while (start < TAIL_BYTES && ((bytes[start] ?? 0) & 0xc0) === 0x80 && start < bytes.length - 1)
    start += 1;
  for (let line = 0; ; line += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

function countLineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1))
    count += 1;
  return count;
}

function getTail(before: Uint8Array, chunk: Uint8Array): Uint8Array {
  return Buffer.concat([before, chunk]).subarray(-TAIL_BYTES);
}
