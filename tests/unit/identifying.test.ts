import { isIdentifying } from 'shared/entities/is-identifying';
import { expect, it } from 'vitest';

it('an account name identifies a person only if it is an e-mail address or a phone number', () => {
  const column = { identifying: 'account name' } as const;
  const identifying = ['ann@example.org', '+260 97 123-4567', '0971234567'];
  const others = ['navigator.one', 'NAV12', 'pn_260971', '', undefined];
  expect(identifying.filter((name) => !isIdentifying(column, name))).toEqual([]);
  expect(others.filter((name) => isIdentifying(column, name))).toEqual([]);
});

it('a column that is declared as identifying identifies a person by every value that is not empty', () => {
  expect(isIdentifying({ identifying: true }, 'S-00012')).toBe(true);
  expect(isIdentifying({ identifying: true }, ' ')).toBe(false);
  expect(isIdentifying({ identifying: false }, 'S-00012')).toBe(false);
});
