import { describe, expect, it } from 'vitest';
import { importables } from '../../../app/lib/import/importable';
import { countInWords } from '../../../app/lib/import/records-in-words';

describe('a number of records in words', () => {
  it.each([
    [1, 'country', '1 country'],
    [2, 'country', '2 countries'],
    [0, 'country', '0 countries'],
    [2_000, 'SMS category', '2,000 SMS categories'],
    [2, 'quiz', '2 quizzes'],
    [2, 'quiz attempt', '2 quiz attempts'],
  ])('%i of %s is %s', (count, name, words) => {
    expect(countInWords(count, name)).toBe(words);
  });

  it('has a plural for every list that can be imported', () => {
    const plurals = importables.map(({ singular }) => countInWords(2, singular).slice('2 '.length));
    expect(plurals.sort()).toEqual([
      'SMS categories',
      'SMS history entries',
      'SMS messages',
      'SMS phones',
      'colors',
      'countries',
      'data dictionary entries',
      'facilities',
      'follow-ups',
      'notifications',
      'participants',
      'peer navigator facilities',
      'peer navigators',
      'phones',
      'quiz attempts',
      'quizzes',
      'resources',
      'study follow-ups',
      'study resources',
      'usage records',
      'users',
    ]);
  });
});
