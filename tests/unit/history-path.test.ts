import { expect, it } from 'vitest';
import { findHistoryPath } from '~/lib/core/entities/audit-log';

it.each([
  ['Updated country 7', '/history/country/7'],
  ['Added user 12: researcher, active', '/history/user/12'],
  ['Deleted SMS category 3', '/history/sms-category/3'],
  ['Deleted SMS history entry 9', '/history/sms-history/9'],
  [`Updated phone ${'a'.repeat(50)}`, `/history/phone/${'a'.repeat(50)}`],
  [
    `Linked phone ${'a'.repeat(50)} to phone ${'b'.repeat(50)} of a participant`,
    `/history/phone/${'a'.repeat(50)}`,
  ],
  [
    `Unlinked phone ${'a'.repeat(50)} from phone ${'b'.repeat(50)} of a participant`,
    `/history/phone/${'a'.repeat(50)}`,
  ],
])('leads from "%s" to the history of the record', (description, path) => {
  expect(findHistoryPath(description)).toBe(path);
});

it.each([
  'Viewed Countries',
  'Updated phone 260970000001',
  'Updated phone +260970000001',
  'Updated planet 7',
  'Added country',
  // The entry does not name the discussion, which the address needs.
  'Updated post p1',
  '',
])('leads nowhere from "%s"', (description) => {
  expect(findHistoryPath(description)).toBeUndefined();
});
