import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isEmail } from '../../shared/is-email';

const fixture = path.resolve(import.meta.dirname, '../fixtures/imports/s8-addresses.txt');
const accepted = readFileSync(fixture, 'utf8').trim().split('\n');

it.each(accepted)('%s is an email address, as mail servers accept it', (address) => {
  expect(isEmail(address)).toBe(true);
});

it.each([
  '',
  'ann',
  'ann@',
  '@clinic.example',
  'a b@clinic.example',
  'ann@clinic',
  'a@b@c.example',
])('%j is no email address', (address) => {
  expect(isEmail(address)).toBe(false);
});
