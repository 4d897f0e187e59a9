import { expect, it } from 'vitest';
import {
  hashRecoveryCode,
  isRecoveryCode,
  makeRecoveryCodes,
} from '~/lib/core/proof/recovery-codes';

it.each(['', '123456', '123 456', 'abcd-efgh'])('%j is no recovery code', (typed) => {
  expect(isRecoveryCode(typed)).toBe(false);
});

it('recovery codes are ten different texts of 24 characters', () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^([a-z\d]{4}-){5}[a-z\d]{4}$/);
    expect(code).not.toMatch(/[il1o]/);
    expect(isRecoveryCode(code)).toBe(true);
  }
});

it('the hash of a recovery code depends on its user, and not on how the code is typed', () => {
  const [code = ''] = makeRecoveryCodes();
  const hash = hashRecoveryCode('owner', code);
  expect(hash).toMatch(/^[\da-f]{64}$/);
  expect(hashRecoveryCode('owner', ` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(hash);
  expect(hashRecoveryCode('another', code)).not.toBe(hash);
});
