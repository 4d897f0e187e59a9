import { describe, expect, it } from 'vitest';
import { entities } from '~/lib/core/entities';
import { buildFormSchema } from '~/lib/core/form/form-schema';
import { defined } from '../../shared/defined';

const phones = entities.flatMap(({ name, form }) =>
  (form?.fields ?? []).filter(({ control }) => control === 'tel').map((field) => ({ name, field })),
);

it('users, facilities, PN facilities and SMS phones have inputs for phone numbers', () => {
  expect(phones.map(({ name, field }) => `${name} ${field.name}`).sort()).toEqual([
    'facility facility_phone',
    'facility facility_tollfree',
    'facility facility_whatsapp',
    'pfacility pfacility_contact',
    'sms-phone sms_phone_number',
    'user user_phone',
  ]);
});

describe.each(phones)('$name $field.name', ({ field }) => {
  const read = (text: string, stored = '') =>
    buildFormSchema([field], { [field.name]: stored }, () => undefined).safeParse({
      [field.name]: text,
    });

  it.each([
    '+260 97 123 4567',
    '0977123456',
    '(021) 123-456',
    '+27 21.555.0100 ext 12',
    '021 555 0100 Ext. 12',
    '0977 123456 / 0966 123456',
    '990',
  ])('may be %s', (text) => {
    expect(read(text).data).toEqual({ [field.name]: text });
  });

  it.each([
    'abc',
    '12',
    '+ ( ) -',
    '0977 call me',
    '097O 123 456',
    'ext',
    '<b>0977123456</b>',
    '☎ 990',
  ])('must not be %s', (text) => {
    expect(defined(read(text).error?.issues[0]).message).toBe(
      `${field.label} must be a phone number of at least 3 digits. It may also contain spaces, + ( ) - . / and “ext”`,
    );
  });

  it('stays as it is stored if nobody changes it', () => {
    expect(read('ask at the desk', 'ask at the desk').data).toEqual({
      [field.name]: 'ask at the desk',
    });
    expect(read('ask at a desk', 'ask at the desk').success).toBe(false);
  });
});
