import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectDeclared } from '../../../shared/form-reader/declared';
import { FormError } from '../../../shared/form-reader/form-error';
import { formLimits } from '../../../shared/form-reader/limits';
import { runs } from '../../support/full';

const declared = { fields: ['name', 'options'], lists: { options: ['id', 'answer'] } };
const select = (...names: string[]) => [
  ...selectDeclared(
    names.map((name) => [name, 'x']),
    declared,
  ).keys(),
];

describe('the declared fields of a form', () => {
  it.each([
    ['an index beyond any list', 'options[1000000000].answer'],
    ['nested indexes', 'options[0][0]'],
    ['brackets without an index', 'options[]'],
    ['a name that begins with brackets', '[0].answer'],
    ['a nested prototype', 'constructor[prototype]'],
    ['a long name', 'n'.repeat(101)],
    ['a gap in a list', 'options[1].answer'],
  ])('cannot be read when the form also sends %s', (_what, name) => {
    expect(() => select('name', name)).toThrow(FormError);
  });

  it('cannot be sent twice, nor both as a text and as rows', () => {
    expect(() => select('name', 'name')).toThrow('The form could not be read.');
    expect(() => select('options', 'options[0].answer')).toThrow('The form could not be read.');
  });

  it('can be sent several times only if they are declared as repeated', () => {
    const boxes = { fields: ['name'], repeated: ['colour'] };
    const entries: [string, string][] = [
      ['colour', 'red'],
      ['name', 'x'],
      ['colour', 'blue'],
    ];
    expect([...selectDeclared(entries, boxes)]).toEqual(entries);
    expect(() => selectDeclared([...entries, ['name', 'y']], boxes)).toThrow(FormError);
  });

  it('have no more rows than the limit', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, row) => `options[${row}].id`);
    expect(select(...rows(formLimits.rows))).toHaveLength(formLimits.rows);
    const message = 'The form is too large. Forms can hold up to 200 rows.';
    expect(() => select(...rows(formLimits.rows + 1))).toThrow(message);
    expect(() => select('options[999].answer')).toThrow(message);
  });

  it('do not include names that the form does not have', () => {
    const names = [
      'a0[999]',
      'other',
      '__proto__',
      'constructor',
      'options[9]',
      'options[9].other',
    ];
    expect(select('name', ...names, 'a0[5].answer')).toEqual(['name']);
  });

  it('are the only fields that are selected, whatever is sent', () => {
    const name = fc.oneof(
      fc.string(),
      fc.stringMatching(
        /^(name|options|__proto__|hasOwnProperty)(\[\d{1,3}\])?(\.(id|answer|x))?$/,
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (entries) => {
        try {
          for (const key of selectDeclared(entries, declared).keys())
            expect(key).toMatch(/^(name|options|options\[\d+\]\.(id|answer))$/);
        } catch (error) {
          expect(error).toBeInstanceOf(FormError);
        }
      }),
      { numRuns: runs(1_000, 50_000) },
    );
  });
});
