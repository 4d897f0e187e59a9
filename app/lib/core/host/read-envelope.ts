import { type Envelope, envelopeSchema } from 'shared/envelope';
import { MAX_DEPTH, parseWhole } from 'shared/parse-json';
import { limitBytes, TooLongError } from 'shared/read-bytes';

export type Item = Envelope['items'][number];

export interface Reading {
  /** Undefined if the answer is not an envelope. */
  envelope: Envelope | undefined;
  bytes: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/**
 * The maximum number of bytes of an answer that may be in memory besides its complete items, and so of one item. It is
 * enough for a stored change of the longest row of an import, with its former and its new values.
 */
export const MAX_HELD = 16 * 1024 * 1024;
/**
 * The maximum number of values in one item, and in an answer besides its items. JSON.parse of many small values takes
 * much longer than that of long texts: 100,000 take up to 150 ms.
 */
const MAX_ITEM_VALUES = 100_000;
/** The nesting depth inside the `items` array, which is a property of the answer's object. */
const ITEMS_DEPTH = 2;

/** Thrown when one item of an answer, or the answer besides its items, exceeds MAX_HELD or MAX_VALUES. */
export class LargeItemError extends TooLongError {
  override name = 'LargeItemError';
}

/**
 * Reads an answer of up to `max` bytes, item by item as it arrives. Only the values that `take` returns stay in memory,
 * so a list of 400 MB is never in memory completely. Other requests are served between the parts. The result has no
 * envelope if the answer is not valid JSON or is nested deeper than MAX_DEPTH. Throws TooLongError when a limit is
 * exceeded, and LargeItemError if it is the limit of one item.
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
    items.push(take(parseWhole(item.toString()) as Item));
  };
  try {
    for await (const part of limitBytes(body, max)) {
      bytes += part.byteLength;
      if (bytes - itemBytes > MAX_HELD)
        throw new LargeItemError(`an item, or the rest of the body, exceeds ${MAX_HELD} bytes`);
      scan(part, rest, found);
    }
    rest.push(end());
    const envelope = envelopeSchema.safeParse(parseWhole(rest.join(''))).data;
    return { envelope: envelope && joinItems(envelope, items, take), bytes };
  } catch (error) {
    if (error instanceof SyntaxError) return { envelope: undefined, bytes };
    throw error;
  }
}

/**
 * Returns the envelope with its items. The envelope has an empty object in place of each item that the scanner
 * extracted. Returns undefined if the numbers of these objects and of the items differ.
 */
function joinItems(envelope: Envelope, items: Item[], take: (item: Item) => Item) {
  if (!envelope.succeeded) return envelope;
  if (items.length === 0) return { ...envelope, items: envelope.items.map(take) };
  return envelope.items.length === items.length ? { ...envelope, items } : undefined;
}

/**
 * Makes a scanner that separates the items of an answer from the rest. It only finds the end of each item;
 * JSON.parse detects invalid JSON.
 */
function makeItemScanner() {
  const decoder = new TextDecoder();
  let begun: Uint8Array[] = [];
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let inItems = false;
  let isItem = false;
  /** The numbers of values of the current item, and outside the items. */
  let itemValues = 0;
  let restValues = 0;

  function countValue(): void {
    if (isItem) itemValues += 1;
    else restValues += 1;
    if (itemValues > MAX_ITEM_VALUES || restValues > MAX_ITEM_VALUES)
      throw new LargeItemError(
        `an item, or the rest of the body, exceeds ${MAX_ITEM_VALUES} values`,
      );
  }

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
        if (inItems && depth === ITEMS_DEPTH) {
          leave(i);
          isItem = true;
          itemValues = 0;
        }
        countValue();
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
          isItem = false;
          // The comma before the item was counted.
          restValues -= 1;
        } else if (inItems && depth === ITEMS_DEPTH) {
          // A nested array is not an item, and a refusal may contain one.
          rest.push(decoder.decode(Buffer.concat(begun), { stream: true }));
          begun = [];
          leave(i + 1);
          isItem = false;
          restValues += itemValues;
        }
        if (depth < ITEMS_DEPTH) inItems = false;
      } else if (byte === COMMA) {
        countValue();
      }
    }
    if (inItems && depth > ITEMS_DEPTH) begun.push(chunk.subarray(from));
    else leave(chunk.length);
  }

  /** Returns the remaining text after the last part. */
  function end(): string {
    return Buffer.concat(begun).toString() + decoder.decode();
  }

  return { scan, end };
}
