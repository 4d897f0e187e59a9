import { describe, expect, it } from 'vitest';
import { listMentions, mentions, mentionsInJson } from '../../shared/erasure/person';

describe('a text mentions a person', () => {
  it.each([
    ['', false],
    ['S-00017', false],
    ['XS-0001', false],
    ['+2609799133771', false],
    ['about S-0001, who called', true],
    ['S-0001', true],
    ['s-0001', true],
    ['call +26097991337!', true],
    ['first\nS-0001\nlast', true],
  ])('%j: %s', (text, expected) => {
    expect(mentions(text, ['S-0001', '+26097991337'])).toBe(expected);
  });

  it('also if the value follows an escaped line break in JSON', () => {
    const text = JSON.stringify({ deep: [{ note: 'seen\nS-0001' }] });
    expect(mentions(text, ['S-0001'])).toBe(false);
    expect(mentionsInJson(text, ['S-0001'])).toBe(true);
    expect(mentionsInJson('{ no JSON: S-0001', ['S-0001'])).toBe(true);
    expect(mentionsInJson(JSON.stringify({ note: 'S-0002' }), ['S-0001'])).toBe(false);
  });

  it('only by values that are long enough to be no part of other texts', () => {
    const person = {
      participantId: '1',
      studyNumber: '17',
      phones: ['+260'],
      names: ['Jo', 'Joan'],
    };
    expect(listMentions(person)).toEqual(['+260', 'Joan']);
  });
});
