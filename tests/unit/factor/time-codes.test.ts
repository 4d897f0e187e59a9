import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { buildSetupAddress, findStep, makeSecret } from '~/lib/core/proof/time-codes';

/** The secret of the test vectors of RFC 6238 (appendix B). */
const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32;
const NOW = 1_700_000_000_000;
const STEP = Math.floor(NOW / 30_000);
const secret = makeSecret();
const makeCode = (step: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: step * 30_000 });
const find = (code: string, lastStep = 0) => findStep(secret, code, { now: NOW, lastStep });

describe('the code of an authenticator app', () => {
  it.each(['', '12345', '1234567', 'abcdef', '12345a', `${makeCode(STEP)}0`, '１２３４５６'])(
    'is refused if it is %j',
    (code) => {
      expect(find(code)).toBeUndefined();
    },
  );

  it.each([-10, -2, 2, 10])('is refused %d steps away', (distance) => {
    expect(find(makeCode(STEP + distance))).toBeUndefined();
  });

  it('is refused if a code of its step or of a later step was accepted', () => {
    expect(find(makeCode(STEP), STEP)).toBeUndefined();
    expect(find(makeCode(STEP - 1), STEP)).toBeUndefined();
    expect(find(makeCode(STEP + 1), STEP)).toBe(STEP + 1);
  });

  it('is refused with another secret', () => {
    expect(findStep(makeSecret(), makeCode(STEP), { now: NOW, lastStep: 0 })).toBeUndefined();
  });

  it.each([-1, 0, 1])('is accepted %d steps away', (distance) => {
    expect(find(makeCode(STEP + distance))).toBe(STEP + distance);
  });

  it('may be typed with spaces', () => {
    const code = makeCode(STEP);
    expect(find(` ${code.slice(0, 3)} ${code.slice(3)} `)).toBe(STEP);
  });

  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('is that of RFC 6238 at %d seconds', (seconds, code) => {
    const step = findStep(RFC_SECRET, code, { now: seconds * 1000, lastStep: 0 });
    expect(step).toBe(Math.floor(seconds / 30));
  });
});

it('a secret has 160 bits, and the address for the app contains it', () => {
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  expect(makeSecret()).not.toBe(secret);
  const address = new URL(buildSetupAddress(secret, 'Study: Panel', 'ann@study.example'));
  expect(address.protocol).toBe('otpauth:');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ issuer: 'Study: Panel', secret, algorithm: 'SHA1', digits: '6', period: '30' },
  });
});
