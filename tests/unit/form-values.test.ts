import { expect, it } from 'vitest';
import { getEntity } from '~/lib/core/entities';
import { buildFormSchema } from '~/lib/core/form/form-schema';

/** Reads the value of one input of a form. */
function read(entity: 'facility' | 'user', name: string, text: string, stored = '') {
  const fields = getEntity(entity).form.fields.filter((field) => field.name === name);
  const result = buildFormSchema(fields, { [name]: stored }, () => text).safeParse({
    [name]: text,
  });
  return result.success ? result.data[name] : result.error.issues.map(({ message }) => message);
}

it.each([
  ['facility', 'facility_name', ' Chongwe\u0301 \u00A0Clinic\u200B', 'Chongw\u00E9 Clinic'],
  ['facility', 'facility_phone', '\u202A+260\u00A097\u2011123\u202C', '+260 97-123'],
  ['facility', 'facility_lat', '\u221215.4 ', '-15.4'],
  ['user', 'user_email', ' ann\u200B@clinic.example', 'ann@clinic.example'],
  ['facility', 'facility_website', '  ', undefined],
  ['facility', 'facility_name', ' \u200B ', ['Name is required']],
] as const)('the form of a %s normalises %s %j', (entity, name, text, value) => {
  expect(read(entity, name, text)).toEqual(value);
});

it('a stored value stays as it is if nobody changes it', () => {
  expect(read('facility', 'facility_name', 'A\u00A0 B', 'A\u00A0 B')).toBe('A\u00A0 B');
});
