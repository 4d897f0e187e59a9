import { describe, expect, it } from 'vitest';
import { addUnit, describeQuantity, formatQuantity } from '../../shared/units';

describe('a number with a unit', () => {
  it.each([
    [0, 'seconds', '0 seconds'],
    [1, 'seconds', '1 second'],
    [119, 'seconds', '119 seconds'],
    [150, 'seconds', '150 seconds (3 minutes)'],
    [7_200, 'seconds', '7,200 seconds (2 hours)'],
    [4_000_000, 'seconds', '4,000,000 seconds (1,111 hours)'],
    [1, 'days', '1 day'],
    [90, 'minutes', '90 minutes'],
    [33.333, '%', '33.3%'],
    [2_621_440, 'bytes', '2.5 MB'],
    [1_204, undefined, '1,204'],
  ] as const)('of %s %s is described as %s', (value, unit, text) => {
    expect(describeQuantity(value, unit)).toBe(text);
  });

  it('has the unit in its title, once, unless pages show it with each number', () => {
    expect(addUnit('Duration', 'seconds')).toBe('Duration (seconds)');
    expect(addUnit('Duration (Seconds)', 'seconds')).toBe('Duration (Seconds)');
    expect(addUnit('Participants', undefined)).toBe('Participants');
    expect(formatQuantity(7_200.5, 'seconds')).toBe('7,200.5');
    expect(formatQuantity(2_621_440.4, 'bytes')).toBe('2.5 MB');
  });
});
