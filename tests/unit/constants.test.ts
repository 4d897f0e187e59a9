import { readFileSync } from 'node:fs';
import { roles } from 'shared/user-events';
import { describe, expect, it } from 'vitest';
import { getEntity } from '~/lib/core/entities';
import { phoneTypes } from '~/lib/core/entities/phone';
import { getScoreMark } from '~/lib/core/list/format';
import { getConfiguredOptions } from '~/lib/core/list/known-options.server';
import { countryNames } from '../../shared/country-names';

const quiz = getEntity('quiz');

/** Checks the constants of product-spec.md §5, §6 and §9 that no screen shows completely. */
describe('the panel', () => {
  it('has about 200 countries, Zambia and the United States first, and none twice', () => {
    expect(countryNames.slice(0, 2)).toEqual(['Zambia', 'United States']);
    expect(countryNames.length).toBeGreaterThan(180);
    expect(countryNames.length).toBeLessThan(220);
    expect(new Set(countryNames).size).toBe(countryNames.length);
  });

  it('has two roles, four phone types and five notification types', () => {
    expect(roles.map(({ value, label }) => [value, label])).toEqual([
      ['1', 'Administrator'],
      ['2', 'Researcher'],
    ]);
    expect(phoneTypes.map(({ value, label }) => [value, label])).toEqual([
      ['1', 'Public'],
      ['2', 'Peer Navigator'],
      ['3', 'Participant'],
      ['4', 'Moderator'],
    ]);
    const types = getConfiguredOptions('notification', 'notification_type');
    expect(types?.map(({ label }) => label).slice(1)).toEqual([
      'Peer Navigator',
      'Moderator',
      'Participant',
      'Public',
    ]);
  });

  it.each([
    [80, 'good'],
    ['80', 'good'],
    [100, 'good'],
    [79.99, 'bad'],
    [0, 'bad'],
    ['', undefined],
    [null, undefined],
    ['soon', undefined],
  ])('marks scores from 80 on as good: a score of %j is %s', (score, mark) => {
    expect(getScoreMark(score)).toBe(mark);
  });

  it('shows ten quiz options at a time', () => {
    expect(quiz.form.fields.find(({ items }) => items)?.items?.pageSize).toBe(10);
  });

  it('shows a toast for 4 seconds', () => {
    const styles = readFileSync('app/styles/app.css', 'utf8');
    expect(/\.toast\s*\{[^}]*animation:[^;}]*\b(4s|4000ms)\b/.test(styles)).toBe(true);
  });

  it('has breakpoints at 600, 960 and 1280 px, and drawers of 250 px and 60 px', () => {
    const tailwind = readFileSync('tailwind.config.ts', 'utf8');
    for (const width of ['600px', '960px', '1280px']) expect(tailwind).toContain(width);
    const drawer = `${tailwind}${readFileSync('app/styles/app.css', 'utf8')}${readFileSync('app/styles/tokens.css', 'utf8')}`;
    expect(drawer).toMatch(/250px/);
    expect(drawer).toMatch(/60px/);
  });
});
