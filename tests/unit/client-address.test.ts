import { expect, it } from 'vitest';
import { clientAddress } from '../../app/lib/auth/client-address.server';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:99', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:99', '2001:db8::1'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['fe80::1%eth0:a:b', 'fe80::1'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['<script>', 'unknown'],
  ['a'.repeat(5_000), 'unknown'],
  ['203.0.113.700', 'unknown'],
  ['203.0.113.7:', 'unknown'],
  ['[203.0.113.7]:99', 'unknown'],
  ['[2001:db8::1', 'unknown'],
])('takes %s as %s', (text, address) => {
  expect(clientAddress({ clientAddress: text })).toBe(address);
});
