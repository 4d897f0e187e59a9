import { expect, it } from 'vitest';
import { UserSlots } from '~/lib/core/server/user-slots';

it('a user has as many slots as allowed, and other users have their own', () => {
  const slots = new UserSlots(2);
  expect([slots.take('ann'), slots.take('ann')].map((release) => typeof release)).toEqual([
    'function',
    'function',
  ]);
  expect(slots.take('ann')).toBeUndefined();
  expect(slots.take('ben')).toBeDefined();
});

it('a slot that is released twice frees no other slot', () => {
  const slots = new UserSlots(2);
  const first = slots.take('ann');
  slots.take('ann');
  first?.();
  first?.();
  expect(slots.take('ann')).toBeDefined();
  expect(slots.take('ann')).toBeUndefined();
});
