import fc from 'fast-check';
import { envelopeSchema } from 'shared/envelope';
import { describe, expect, it } from 'vitest';
import { LargeItemError, readEnvelope } from '~/lib/core/host/read-envelope';
import { parseJson } from '../../shared/parse-json';
import { runs } from '../support/full';

/** Returns a text as a host sends it, in parts of `size` bytes. */
function makeBody(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size)
        controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
}

const keepItem = <T>(item: T) => item;
const read = async (text: string, size = 7) =>
  (await readEnvelope(makeBody(text, size), 1_000_000, keepItem)).envelope;

/** Returns the result of parsing the whole text at once. */
function parseWhole(text: string) {
  try {
    return envelopeSchema.safeParse(parseJson(text)).data;
  } catch {
    return undefined;
  }
}

describe('an answer that is read item by item', () => {
  it.each([
    '',
    'null',
    '"text"',
    '<!doctype html>',
    '[]',
    '[[{"a":1}]]',
    '{"succeeded":true',
    '{"succeeded":true,"items":[{"a":1}',
    '{"succeeded":true,"items":[{"a":1},]}',
    '{"succeeded":true,"items":[{"a":1} {"b":2}]}',
    '{"succeeded":true,"items":[{"a":1]}]}',
    '{"succeeded":true,"items":[{"a":}]}',
    '{"succeeded":true,"items":[{"a":1}}]}',
    '{"succeeded":true,"items":["a","b"]}',
    '{"succeeded":true,"items":[{"a":1},"b"]}',
    '{"succeeded":true,"items":[[{"a":1}]]}',
    '{"succeeded":true,"items":{"a":[{"b":1}]}}',
    '{"items":[{"a":1}]}',
    '}{',
    ']]]]',
  ])('is refused if it is no envelope: %s', async (text) => {
    expect(parseWhole(text)).toBeUndefined();
    for (const size of [1, 7, 1_000]) expect(await read(text, size)).toBeUndefined();
  });

  it.each([
    '{"succeeded":true}',
    '\ufeff{"succeeded":true,"items":[{"a":1}]}',
    '{"succeeded":true,"items":null,"message":"items\\":[{"}',
    '{"items":[],"succeeded":"1"}',
    ' { "total" : 2 , "items" : [ { "a" : {"b":[{"c":"}]\\\\"}]} } , {} ] , "succeeded" : true } ',
    '{"other":[{"a":1}],"sub_items":[{"b":2}],"items":[{"é":"€😀\\ud83d"}],"succeeded":true}',
    '{"\\u0069tems":[{"a":1}],"succeeded":true}',
    '{"items":[{"__proto__":{"a":1},"toString":"x"}],"succeeded":true}',
  ])('gives the same result as parsing the whole text: %s', async (text) => {
    const whole = parseWhole(text.replace('\ufeff', ''));
    expect(whole).toBeDefined();
    for (const size of [2, 5, 7, 1_000]) expect(await read(text, size)).toEqual(whole);
  });

  it('gives the same result as parsing the whole text, whatever its items are and wherever it is split', async () => {
    const answers = fc.record({
      succeeded: fc.constantFrom<unknown>(true, false, '1', 'maybe'),
      message: fc.string({ unit: 'binary' }),
      items: fc.oneof(
        fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())),
        fc.jsonValue(),
      ),
      more: fc.jsonValue(),
    });
    await fc.assert(
      fc.asyncProperty(answers, fc.integer({ min: 1, max: 40 }), async (answer, size) => {
        const text = JSON.stringify(answer);
        expect(await read(text, size)).toEqual(parseWhole(text));
      }),
      { numRuns: 300 },
    );
  });

  it('gives only the message if the host refuses, whatever else it sends', async () => {
    const answers = fc.record({ items: fc.jsonValue(), total: fc.jsonValue() });
    await fc.assert(
      fc.asyncProperty(
        answers,
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        async (odd, first, size) => {
          const refusal = { succeeded: false, message: 'No' };
          const text = JSON.stringify(first ? { ...refusal, ...odd } : { ...odd, ...refusal });
          expect(await read(text, size)).toEqual({ ...refusal, items: [] });
        },
      ),
      { numRuns: runs(300, 5_000) },
    );
    expect(await read('{"items":[{"a":1},"b",[{"c":2}]],"succeeded":0}')).toEqual({
      succeeded: false,
      message: '',
      items: [],
    });
  });

  it('has a message of at most 5,000 characters', async () => {
    for (const succeeded of [true, false]) {
      const text = JSON.stringify({ succeeded, message: '😀'.repeat(100_000) });
      expect((await read(text, 65_536))?.message).toBe(`${'😀'.repeat(2_500)}…`);
    }
  });

  it('keeps only the requested part of each item', async () => {
    const text = '{"succeeded":true,"items":[{"id":1,"secret":2},{"id":3}]}';
    for (const size of [1, 9]) {
      const { envelope, bytes } = await readEnvelope(makeBody(text, size), 100, ({ id }) => ({
        id,
      }));
      expect(envelope?.items).toEqual([{ id: 1 }, { id: 3 }]);
      expect(bytes).toBe(text.length);
    }
  });

  it('is refused without reading its items if millions of them are no rows', {
    timeout: 120_000,
  }, async () => {
    const text = `{"succeeded":true,"items":[${'1,'.repeat(5_000_000)}1]}`;
    const before = process.memoryUsage().rss;
    await expect(
      readEnvelope(makeBody(text, 65_536), text.length, keepItem),
    ).rejects.toBeInstanceOf(LargeItemError);
    // Storing an error for each item took 2 GB and more.
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
    expect(await read(`{"succeeded":true,"items":[${'1,'.repeat(50_000)}1]}`, 65_536)).toBe(
      undefined,
    );
  });

  it.each([
    ['a long text', '{"a":"', 'x', '"}', 17_000_000],
    ['many empty objects', '{"a":[', '{},', '{}]}', 100_000],
    ['many empty lists', '{"a":[', '[],', '[]]}', 100_000],
    ['many properties', '{', '"b":1,', '"a":1}', 100_001],
  ])('is refused if one item, or its rest, has %s', async (_, begin, part, end, count) => {
    const value = `${begin}${part.repeat(count)}${end}`;
    for (const text of [
      `{"succeeded":true,"items":[{"a":1},${value},{"a":1}]}`,
      `{"succeeded":true,"items":[{"a":1}],"other":${value}}`,
      `{"succeeded":true,"items":[[${value}]]}`,
      `{"succeeded":false,"message":"No","items":[${value}]}`,
    ])
      await expect(
        readEnvelope(makeBody(text, 65_536), text.length, keepItem),
      ).rejects.toBeInstanceOf(LargeItemError);
  });

  it('may have an item of nearly 16 MB, and far more values than one item in all its items', {
    timeout: 60_000,
  }, async () => {
    const long = `{"succeeded":true,"items":[{"a":"${'x'.repeat(16_000_000)}"}]}`;
    const { envelope } = await readEnvelope(makeBody(long, 65_536), long.length, keepItem);
    expect(String(envelope?.items[0]?.a).length).toBe(16_000_000);
    const item = `{"a":[${'1,'.repeat(900)}1]}`;
    const many = `{"succeeded":true,"items":[${`${item},`.repeat(1_000)}${item}]}`;
    expect(
      (await readEnvelope(makeBody(many, 65_536), many.length, keepItem)).envelope?.items,
    ).toHaveLength(1_001);
    const small = `{"succeeded":true,"items":[${'{},'.repeat(150_000)}{}]}`;
    expect(
      (await readEnvelope(makeBody(small, 65_536), small.length, keepItem)).envelope?.items,
    ).toHaveLength(150_001);
  });

  it('is refused if it is too long or too deep, and its source is cancelled', async () => {
    let isCancelled = false;
    const endless = (text: string) =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"items":[')),
        pull: (controller) => controller.enqueue(new TextEncoder().encode(text)),
        cancel: () => {
          isCancelled = true;
        },
      });
    await expect(readEnvelope(endless('{"a":1},'), 10_000, keepItem)).rejects.toThrow(
      'exceeds 10000 bytes',
    );
    expect(isCancelled).toBe(true);
    // A text that nests lists without end is refused long before this limit.
    isCancelled = false;
    const { envelope, bytes } = await readEnvelope(endless('{"items":['), 10_000, keepItem);
    expect([envelope, bytes < 2_000, isCancelled]).toEqual([undefined, true, true]);
  });
});
