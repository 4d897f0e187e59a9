import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonRows } from '../../../backend/import/json-rows';

/** Reads a text that arrives in parts of the given lengths, and the rest in one part. */
async function readRows(text: string, lengths: readonly number[] = []) {
  async function* split() {
    let rest = text;
    for (const length of lengths) {
      yield rest.slice(0, length);
      rest = rest.slice(length);
    }
    yield rest;
  }
  const rows: { line: number; fields: Record<string, unknown> }[] = [];
  for await (const { line, names, values } of readJsonRows(split()))
    rows.push({ line, fields: Object.fromEntries(names.map((name, n) => [name, values[n]])) });
  return rows;
}

describe('readJsonRows', () => {
  it.each([
    ['[{"a": 1,\n"a": 2}]', 'Line 2: the key “a” appears twice in one object.'],
    ['[{"a": {"b": ":"}, "c": [{"b": 1, "\\u0062": 1}]}]', 'the key “b” appears twice'],
    ['{"__proto__": 1, "__proto__": 2}', 'the key “__proto__” appears twice'],
    ['{"a": 1}\n{"a": 1,, "b": 2}', 'Line 2: the object is not valid JSON.'],
    ['[{"a": "line\nbreak"}]', 'the object is not valid JSON.'],
    ['[{"a" 1}]', 'Line 1: the object is not valid JSON.'],
    ['[{"a": 01}]', 'Line 1: the object is not valid JSON.'],
    ['{"a": 1}]', 'Line 1: the file must be a list of JSON objects.'],
  ])('refuses %j', async (text, message) => {
    await expect(readRows(text)).rejects.toThrow(message);
  });

  it('accepts the same key in several objects, and colons and brackets in texts and keys', async () => {
    const rows = [{ a: ':{"', 'b:': { a: [{ a: 1 }, { a: ']' }] } }, { a: '\\":' }];
    expect((await readRows(JSON.stringify(rows))).map(({ fields }) => fields)).toEqual(rows);
  });

  it('reads a key __proto__ as any other key', async () => {
    const rows = readJsonRows(
      (async function* () {
        yield '[{"__proto__": {"x": 1}, "a": 2}]';
      })(),
    );
    const { value } = await rows.next();
    expect(value).toMatchObject({ names: ['__proto__', 'a'], values: [{ x: 1 }, 2] });
  });

  it('reads what JSON.parse reads, and the line of each row, however the text is split', async () => {
    const row = fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      fc.jsonValue({ maxDepth: 4, noUnicodeString: false }),
    );
    const lengths = fc.array(fc.nat({ max: 30 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.nat({ max: 3 }), lengths, async (rows, indent, parts) => {
        const text = JSON.stringify(rows, undefined, indent);
        const read = await readRows(text, parts);
        expect(JSON.stringify(read.map(({ fields }) => fields))).toBe(JSON.stringify(rows));
        let line = indent === 0 ? 1 : 2;
        for (const [n, { line: found }] of read.entries()) {
          expect(found).toBe(line);
          if (indent > 0) line += JSON.stringify(rows[n], undefined, indent).split('\n').length;
        }
      }),
    );
  });
});
