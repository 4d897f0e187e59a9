import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getClientAddress } from '../../app/lib/core/session/client-address.server';
import { getNetworkName } from '../../shared/network-name';

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
])('reads the client address %s as %s', (text, address) => {
  expect(getClientAddress({ clientAddress: text })).toBe(address);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%br-lan', 'fe80::/64'],
  ['unknown', 'unknown'],
])('names the network of %s %s', (address, name) => {
  expect(getNetworkName(address)).toBe(name);
});

it('names a network for every IPv6 address', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(getNetworkName(address)).toMatch(/^[\da-f:]+\/64$|^\d+\.\d+\.\d+\.\d+$/);
    }),
  );
});
