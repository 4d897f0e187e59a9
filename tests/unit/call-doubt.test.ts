import { expect, it } from 'vitest';
import { findCallDoubt } from '../../shared/entities/input-problem';

const phone = { label: 'Phone', control: 'tel' };

it.each([
  ['', false],
  ['1', true],
  ['0977', true],
  ['123 456', true],
  ['1234567', false],
  ['+260 97 123 4567', false],
  ['0977123456 ext. 4', false],
  ['123 ext 45678', true],
  ['+1234567890123456', true],
])('a phone number %j raises a doubt: %s', (text, isDoubtful) => {
  expect(findCallDoubt(phone, text) !== undefined).toBe(isDoubtful);
  expect(findCallDoubt({ ...phone, takesShortNumbers: true }, text)).toBeUndefined();
  expect(findCallDoubt({ ...phone, control: 'text' }, text)).toBeUndefined();
});
