import { expect, it } from 'vitest';
import { findIdentifying } from '../support/identifying-values';

const values = new Set(['Ruth', 'Chanda', '+260000000001', 'Ruth Demoba']);

function find(text: string): string[] {
  return findIdentifying([{ text, where: 'here' }], values);
}

it.each([
  ['/users?q=Ruth', 'Ruth'],
  ['Delete Ruth?', 'Ruth'],
  ['/login?to=%252Fusers%253Fq%253DRuth', 'Ruth'],
  ['/phone/edit/%2B260000000001', '+260000000001'],
  ['/phone/edit/260000000001', '+260000000001'],
])('the address or title %s contains a value', (text, value) => {
  expect(find(text).map((found) => found.split(' in ')[0])).toEqual([`here: ${value}`]);
});

it.each(['Truth', '/ruthless', '/users?q=Chandaria', '/view/xRuthx'])(
  '%s contains a name only within another word, which does not count',
  (text) => {
    expect(find(text)).toEqual([]);
  },
);

it('a value of several words is found in an encoded address', () => {
  expect(find('/users?q=Ruth+Demoba')).toHaveLength(2);
});

it('the digits of a phone number do not count within a longer number', () => {
  expect(find('seconds_sum 0.005593260000000001')).toEqual([]);
  expect(find('/phone/edit/00260000000001')).toHaveLength(1);
});
