import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defined } from '../../../shared/defined';
import { selectDeclared } from '../../../shared/form-reader/declared';
import { FormError } from '../../../shared/form-reader/form-error';
import { formLimits } from '../../../shared/form-reader/limits';
import { packInput, packRows } from '../../../shared/form-reader/packed-rows';

const inputs = ['id', 'answer', 'correct'];
const declared = { fields: [], lists: { options: inputs } };
const NONE = { first: 0, end: 0 };

function select(...entries: [string, string][]): [string, unknown][] {
  return [...selectDeclared(entries, declared)];
}

const packed = (text: string): [string, string] => [packInput('options'), text];

describe('packed rows', () => {
  it('are read as the fields of their rows, whatever the values are', () => {
    const value = fc.oneof(
      fc.constant(undefined),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
    );
    const row = fc.record({ id: value, answer: value, correct: value });
    fc.assert(
      fc.property(fc.array(fc.option(row, { nil: undefined }), { maxLength: 20 }), (rows) => {
        const expected = rows.flatMap((row, index) =>
          inputs.flatMap((input, at) =>
            at === 0 || row?.[input as 'id']
              ? [[`options[${index}].${input}`, row?.[input as 'id'] ?? '']]
              : [],
          ),
        );
        expect(select(packed(packRows(rows, inputs, NONE)))).toEqual(expected);
      }),
    );
  });

  it('complement the rows that have inputs, and are refused without them or with others', () => {
    const rows = ['a', 'b', 'c', 'd'].map((answer) => ({ answer }));
    const text = packRows(rows, inputs, { first: 1, end: 3 });
    const shown: [string, string][] = [1, 2].map((row) => [`options[${row}].answer`, 'new']);
    const sent = select(...shown, packed(text)).filter(([name]) => name.endsWith('answer'));
    expect(Object.fromEntries(sent)).toEqual({
      'options[0].answer': 'a',
      'options[1].answer': 'new',
      'options[2].answer': 'new',
      'options[3].answer': 'd',
    });
    expect(() => select(defined(shown[0]), packed(text))).toThrow('The form could not be read.');
    expect(() => select(['options[0].id', 'x'], ...shown, packed(text))).toThrow(FormError);
  });

  it.each([
    ['the form has no row', '[null,null]', []],
    ['the form does not have the last row', '[[~1~],null]', []],
    ['the form has only an unknown input of the row', '[null]', [['options[0].other', 'x']]],
  ])('are refused if they leave a row to the inputs of the form and %s', (_what, text, sent) => {
    const entries = sent as [string, string][];
    expect(() => select(...entries, packed(text))).toThrow('The form could not be read.');
    expect(() => select(packed(text), ...entries)).toThrow('The form could not be read.');
  });

  it('take three characters for an empty row, at most seven more for two short values, and no HTML escapes', () => {
    const measure = (row: Record<string, string>) => packRows([row, row], inputs, NONE).length;
    expect(measure({}) - packRows([{}], inputs, NONE).length).toBe(3);
    expect(measure({ id: '1', answer: 'x' })).toBeLessThanOrEqual(measure({}) + 2 * 7);
    expect(packRows([{ answer: 'a "b"' }], inputs, NONE)).not.toContain('&');
  });

  it.each([
    '',
    '{',
    '{}',
    '1',
    '[1]',
    '[{}]',
    '[[1]]',
    '[[[]]]',
    '[[~a~,~b~,~c~,~d~]]',
    '[[[[[[[[',
  ])('are refused if the text is not a list of rows: %s', (text) => {
    expect(() => select(packed(text))).toThrow('The form could not be read.');
  });

  it('are refused if lists are nested 100,000 levels deep', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(() => select(packed(deep))).toThrow('The form could not be read.');
  });

  it('have no more rows than the limit', () => {
    const rows = (count: number) => packed(JSON.stringify(Array.from({ length: count }, () => [])));
    expect(select(rows(formLimits.rows))).toHaveLength(formLimits.rows);
    expect(() => select(rows(formLimits.rows + 1))).toThrow('Forms can hold up to 200 rows.');
  });

  it('are ignored if the form has no such list', () => {
    expect(select(['_rows_other', '[[]]'], ['_rows_', '['], ['_rows___proto__', '['])).toEqual([]);
  });
});
