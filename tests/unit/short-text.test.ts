import { describe, expect, it } from 'vitest';
import { shortText } from '../../shared/short-text';

describe('a shortened text', () => {
  it('takes no longer for a text of a million characters', () => {
    const before = process.cpuUsage();
    expect(shortText('x'.repeat(1_000_000))).toBe(`${'x'.repeat(50)}…`);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(200_000);
  });

  it('has at most 1,000 code units, even if one character has more code points', () => {
    const accents = '\u0301'.repeat(100_000);
    expect(shortText(`a${accents}`)).toHaveLength(1_001);
    expect(shortText(`bc${accents}`)).toBe('b…');
  });

  it('is not cut if it has 50 characters of several code points', () => {
    const family = '👨‍👩‍👧';
    expect(shortText(family.repeat(50))).toBe(family.repeat(50));
    expect(shortText(family.repeat(51))).toBe(`${family.repeat(50)}…`);
    expect(shortText('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
  });
});
