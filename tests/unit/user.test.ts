import { describe, expect, it } from 'vitest';
import { signedInUserSchema } from '~/lib/core/session/user';

describe('the user whom a host returns for a sign-in', () => {
  it.each([undefined, null, 'ann', [], {}, { user_username: '' }, { user_username: null }])(
    'is nobody if the row is %j',
    (row) => {
      expect(signedInUserSchema.safeParse(row).success).toBe(false);
    },
  );

  it.each([
    [{ user_username: 'ann' }, { id: '', username: 'ann', name: 'ann', email: '', role: '' }],
    [
      { user_username: 'ann', user_fname: 'Ann', user_lname: null, user_role: null },
      { id: '', username: 'ann', name: 'Ann', email: '', role: '' },
    ],
    [
      { user_id: 7, user_username: 12, user_fname: 1, user_lname: 'Banda', user_role: 2 },
      { id: '7', username: '12', name: '1 Banda', email: '', role: '2' },
    ],
    [
      {
        user_id: '7',
        user_username: 'ann',
        user_fname: '',
        user_lname: '',
        user_email: 'ann@study.example',
        user_role: '1',
      },
      { id: '7', username: 'ann', name: 'ann', email: 'ann@study.example', role: '1' },
    ],
  ])('is read from %j', (row, user) => {
    expect(signedInUserSchema.parse(row)).toEqual(user);
  });

  it('does not contain fields that the panel does not declare', () => {
    const user = signedInUserSchema.parse({ user_username: 'ann', user_password: 'hash' });
    expect(JSON.stringify(user)).not.toContain('hash');
  });
});
