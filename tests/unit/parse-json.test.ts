import { expect, it } from 'vitest';
import { readEnvelope } from '~/lib/core/host/read-envelope';
import { parseJson } from '../../shared/parse-json';

it.each([
  ['"\\ud83d\\ude00"', '😀'],
  ['"\\ud83d"', '\uFFFD'],
  ['"a\\udE00b"', 'a\uFFFDb'],
  ['"\\ude00\\ud83d"', '\uFFFD\uFFFD'],
  ['"\\\\ud83d"', '\\ud83d'],
])('a half of a character in %s is replaced, and nothing else', (json, text) => {
  expect(parseJson(json)).toBe(text);
  expect(parseJson(`{"list":[{"name":${json},"count":1}]}`)).toEqual({
    list: [{ name: text, count: 1 }],
  });
});

it('the rows of a host have only whole characters, so that each of them can be a part of an address', async () => {
  const json =
    '{"succeeded":true,"message":null,"items":[{"phone_number":"+26097\\ud800"},{"phone_number":"+260970000001"}]}';
  const { envelope } = await readEnvelope(new Response(json).body, 10_000, (item) => item);
  const numbers = envelope?.items.map(({ phone_number }) => String(phone_number)) ?? [];
  expect(numbers).toEqual(['+26097\uFFFD', '+260970000001']);
  for (const number of numbers) expect(() => encodeURIComponent(number)).not.toThrow();
});
