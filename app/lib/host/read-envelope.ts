import { type Envelope, envelopeSchema } from 'shared/envelope';
import { MAX_DEPTH } from 'shared/parse-json';
import { limitBytes, TooLongError } from '../server/read-bytes';

export type Item = Envelope['items'][number];

export interface Reading {
  /** Undefined when the answer is no envelope. */
  envelope: Envelope | undefined;
  bytes: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** The bytes of an answer that may be in memory as text: what is no item, and an item that has begun. */
export const MAX_HELD = 64 * 1024 * 1024;
/** `items` is an array in the answer's object. */
const ITEMS_DEPTH = 2;

/**
 * Reads an answer, of up to `max` bytes, item by item as it comes: a list of 400 MB is at no time in
 * memory as a whole, only what `take` makes of each item, and others are served meanwhile. One that is nested
 * deeper than MAX_DEPTH is no envelope. Throws TooLongError.
 */
export async function readEnvelope(
  body: ReadableStream<Uint8Array> | null,
  max: number,
  take: (item: Item) => Item,
): Promise<Reading> {
  if (!body) return { envelope: undefined, bytes: 0 };
  const { scan, end } = makeItemScanner();
  const items: Item[] = [];
  const rest: string[] = [];
  let bytes = 0;
  let itemBytes = 0;
  const found = (item: Buffer) => {
    itemBytes += item.length;
    items.push(take(JSON.parse(item.toString())));
  };
  try {
    for await (const part of limitBytes(body, max)) {
      bytes += part.byteLength;
      if (bytes - itemBytes > MAX_HELD)
        throw new TooLongError(`the body exceeds ${MAX_HELD} bytes besides its items`);
      scan(part, rest, found);
    }
    rest.push(end());
    const envelope = envelopeSchema.safeParse(JSON.parse(rest.join(''))).data;
    return { envelope: envelope && joinBytes(envelope, items, take), bytes };
  } catch (error) {
    if (error instanceof SyntaxError) return { envelope: undefined, bytes };
    throw error;
  }
}

/** The answer's rest has an empty object for each item that was taken out. */
function joinBytes(envelope: Envelope, items: Item[], take: (item: Item) => Item) {
  if (!envelope.succeeded) return envelope;
  if (items.length === 0) return { ...envelope, items: envelope.items.map(take) };
  return envelope.items.length === items.length ? { ...envelope, items } : undefined;
}

/**
 * Parts the bytes of an answer into its items and the rest. It only finds where an item ends; what is
 * no JSON is left for JSON.parse to refuse.
 */
function makeItemScanner() {
  const decoder = new TextDecoder();
  let begun: Uint8Array[] = [];
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let inItems = false;

  function scan(chunk: Uint8Array, rest: string[], found: (item: Buffer) => void): void {
    let from = 0;
    const leave = (to: number) => {
      rest.push(decoder.decode(chunk.subarray(from, to), { stream: true }));
      from = to;
    };
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) {
        inString = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (inItems && depth === ITEMS_DEPTH) leave(i);
        depth += 1;
        if (depth > MAX_DEPTH) throw new SyntaxError('nested too deep');
        if (byte === OPEN_ARRAY && depth === ITEMS_DEPTH) {
          leave(i);
          inItems = /"items"\s*:\s*$/.test(rest.slice(-3).join('').slice(-100));
        }
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth -= 1;
        if (inItems && depth === ITEMS_DEPTH && byte === CLOSE_OBJECT) {
          found(Buffer.concat([...begun, chunk.subarray(from, i + 1)]));
          begun = [];
          from = i + 1;
          rest.push('{}');
        } else if (inItems && depth === ITEMS_DEPTH) {
          // A list is no item, and a refusal may hold it.
          rest.push(decoder.decode(Buffer.concat(begun), { stream: true }));
          begun = [];
          leave(i + 1);
        }
        if (depth < ITEMS_DEPTH) inItems = false;
      }
    }
    if (inItems && depth > ITEMS_DEPTH) begun.push(chunk.subarray(from));
    else leave(chunk.length);
  }

  /** Returns the rest of the text that has not been returned yet. */
  function end(): string {
    return Buffer.concat(begun).toString() + decoder.decode();
  }

  return { scan, end };
}
