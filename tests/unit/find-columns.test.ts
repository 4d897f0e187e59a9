import { describe, expect, it } from 'vitest';
import { getEntity } from '~/lib/core/entities';
import { buildChooser } from '~/lib/core/list/build-chooser';
import { makeColumnFinder } from '~/lib/core/list/find-columns';

const explanations = new Map([['residency', 'The ward in which the person sleeps most nights']]);
const columns = buildChooser(getEntity('participant').list.columns, explanations).flatMap(
  (group) => group.columns,
);
const find = (text: string) => columns.filter(makeColumnFinder(text)).map(({ field }) => field);

describe('a column of a list', () => {
  it.each([
    ['its caption', 'dob', 'birthday'],
    ['its caption, without accents and in any order', 'appointment  LÁTEST', 'due_date'],
    ['a part of the name of its field', 'birthday', 'birthday'],
    ['the name of its field', 'due_date', 'due_date'],
    ['the words of its field', 'due', 'due_date'],
    ['one of its choices', 'overdue', 'followup_state'],
    ['words of the Data Dictionary', 'ward sleeps', 'residency'],
  ])('is found by %s', (_what, text, field) => {
    expect(find(text)).toContain(field);
    expect(find(text).length).toBeLessThan(5);
  });

  it.each(['no such column', '\u200b'])('is not found by %j', (text) => {
    expect(find(text)).toEqual([]);
  });

  it.each(['', '  '])('is found by an empty text: %j', (text) => {
    expect(find(text)).toHaveLength(columns.length);
  });
});
