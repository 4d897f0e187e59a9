import { describe, expect, it } from 'vitest';
import { passwordProblem } from '../../../backend/password-rules';

describe('ASVS 6.2.4: a new password that is guessed first is refused', () => {
  it.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd2026',
    'passwordpassword',
    '123456789012',
    '987654321098',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'qwertyuiop123',
    'qwertyuiopasdf',
    '1qaz2wsx3edc',
    '1q2w3e4r5t6y',
    'iloveyou1234',
    'ILoveYou12345678',
    'administrator',
    'administrator1',
    'welcome123456',
    'jesuschrist1',
    'manchesterunited',
    'Zambia@2026!',
    'changeme12345',
    'letmeinplease',
    'football123456',
    'abcdefghijkl',
    'correcthorsebatterystaple',
    '            ',
  ])('%s', (password) => {
    expect(passwordProblem(password, [])).toMatch(/guessed first/);
  });
});

describe('ASVS 6.2.11: a password must not hold the user’s name or address', () => {
  it.each([
    ['mwansa and the river', ['Mwansa']],
    ['xx-MWANSA.demoba-xx', ['mwansa.demoba@panel.example']],
    ['my mail is ann@research.example', ['ann@research.example']],
  ])('%s', (password, names) => {
    expect(passwordProblem(password, names)).toMatch(/must not contain your name/);
  });
});

describe('ASVS 6.2.1, 6.2.5, 6.2.9: length counts, composition does not', () => {
  it('refuses eleven characters and more than 128', () => {
    expect(passwordProblem('kwacha lake', [])).toMatch(/at least 12/);
    expect(passwordProblem('a river '.repeat(17), [])).toMatch(/128 characters or fewer/);
  });

  it.each([
    'correct horse battery',
    'maize lantern otter',
    'nyimbo za mvula',
    'iwe ndakutemwa sana',
    'kqzvtrwpmxjd',
    '481 052 736 920 11 ndola bus',
    'пароль из трёх слов',
    'otters and lanterns on the lake at dusk, and the boats that come home late from the far shore',
  ])('takes %s', (password) => {
    expect(passwordProblem(password, ['Ann', 'ann@research.example'])).toBeUndefined();
  });
});
