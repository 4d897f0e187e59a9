import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getEntity } from '~/lib/core/entities';
import { makeProfile } from '~/lib/export/profile';
import { nameVariables } from '~/lib/export/variable-names';
import { buildVariables, readVariableValue } from '~/lib/export/variables';
import { defined } from '../../shared/defined';
import { testVariables } from '../support/export-content';

const ZONE = 'Africa/Lusaka';

describe('names of variables', () => {
  it('stay as they are if all programs accept them', () => {
    expect(nameVariables(['id', 'c_status', 'createdAt'])).toEqual(['id', 'c_status', 'createdAt']);
  });

  it('are cut to 32 characters, and stay different, also to programs that ignore case', () => {
    const long = 'history_hiv_desired_support_reminders_';
    expect(nameVariables([`${long}appointments`, `${long}checkins`, 'Id', 'ID'])).toEqual([
      'history_hiv_desired_support_remi',
      'history_hiv_desired_support_re_2',
      'Id',
      'ID_2',
    ]);
  });

  it.each(['if', 'BY', '_n', 'str5', 'TRUE', 'with'])('are not the reserved word %s', (word) => {
    expect(nameVariables([word])[0]?.toLowerCase()).not.toBe(word.toLowerCase());
  });

  it('are valid and unique for any fields', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 }), (fields) => {
        const names = nameVariables(fields);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(fields.length);
        for (const name of names) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_]{0,31}$/);
      }),
    );
  });

  it('of every declared list are valid', () => {
    const { columns } = getEntity('participant').list;
    const variables = buildVariables(getEntity('participant'), columns);
    expect(variables).toHaveLength(columns.length);
    expect(variables.map(({ field }) => field)).toEqual(columns.map(({ field }) => field));
  });
});

describe('values of an export', () => {
  const read = (
    entity: 'participant' | 'country' | 'study-follow-up',
    field: string,
    row: object,
    style: 'codes' | 'words',
  ) => {
    const variables = buildVariables(getEntity(entity), getEntity(entity).list.columns);
    const variable = defined(variables.find((candidate) => candidate.field === field));
    return readVariableValue(variable, { ...row }, style, ZONE);
  };

  it.each([
    ['1', '1', 'Yes'],
    ['Yes', '1', 'Yes'],
    ['true', '1', 'Yes'],
    ['0', '2', 'No'],
    ['maybe', 'maybe', 'maybe'],
    [null, '', ''],
  ])('are the code or the word of the stored answer %s', (stored, code, word) => {
    const row = { own_phone: stored };
    expect(read('participant', 'own_phone', row, 'codes')).toBe(code);
    expect(read('participant', 'own_phone', row, 'words')).toBe(word);
  });

  it('are the code of a status that the host sends as a word', () => {
    expect(read('country', 'c_status', { c_status: 'Disabled' }, 'codes')).toBe('2');
    expect(read('country', 'c_status', { c_status: 'Disabled' }, 'words')).toBe('Disabled');
    const undeclared = { c_status: 'Disabled', country_status: 7 };
    expect(read('country', 'c_status', undeclared, 'codes')).toBe('7');
  });

  it('are ISO dates in the time zone of the study, and stay as they are if they are no dates', () => {
    const row = { assessment_date: '2026-03-05T23:30:00Z', birthday: '31/12/1990' };
    expect(read('participant', 'assessment_date', row, 'words')).toBe('2026-03-06');
    expect(read('participant', 'birthday', row, 'words')).toBe('31/12/1990');
    const sent = { sfollow_sent_date: '2026-03-05T12:30:00Z' };
    expect(read('study-follow-up', 'sfollow_sent_date', sent, 'words')).toBe('2026-03-05 14:30:00');
  });
});

describe('the profile of a variable', () => {
  it.each([
    [['1', '22'], undefined, 2],
    [['1', ''], undefined, 1],
    [['007'], 'id_text', 3],
    [['1234567890123456'], 'id_text', 16],
    [['1', 'áá'], 'id_text', 4],
    [[], undefined, 0],
  ])(
    'of the numbers %j has the further name %s, because no value may be lost',
    (values, textName, maxBytes) => {
      const profile = makeProfile(testVariables.slice(0, 1), 'codes');
      for (const value of values) profile.add([value]);
      expect(profile.read()).toMatchObject([{ expected: 'number', textName, maxBytes }]);
    },
  );
});
