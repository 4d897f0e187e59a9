import { isSameRecord, type RecordMark, readMark } from 'backend/history/record-mark';
import { expect, it } from 'vitest';

const at = (created: string): RecordMark => ({ created });
const numbered = (study_number: string, phone_number?: string): RecordMark => ({
  numbers: { study_number, ...(phone_number ? { phone_number } : {}) },
});

it.each([
  ['the same time', at('2026-01-05 08:00:00'), at('2026-01-05T08:00:00'), true],
  ['a rounded time', at('2026-01-05 08:00:00'), at('2026-01-05 07:59:59.9'), true],
  ['the same instant in two zones', at('2026-01-05T08:00:00Z'), at('2026-01-05 10:00:00+02'), true],
  ['another time', at('2026-01-05 08:00'), at('2026-01-05 08:05'), false],
  ['another day', at('2026-01-05'), at('2026-01-06 08:00:00'), false],
  ['a time with and one without a zone', at('2026-01-05T22:30:00Z'), at('2026-01-06'), undefined],
  ['a study number in another spelling', numbered('ZM-001'), numbered('zm 001'), true],
  [
    'a corrected study number',
    numbered('ZM-1', '0971234567'),
    numbered('X', '+260971234567'),
    true,
  ],
  ['another person', numbered('ZM-1', '0971234567'), numbered('ZM-2', '0971234568'), false],
  ['another study number', numbered('ZM-1'), numbered('ZM-2', '0971234568'), false],
  ['numbers that only one has', numbered('ZM-1'), at('2026-01-05'), undefined],
  [
    'another time with the same number',
    { ...at('2026-01-05 08:00:00'), ...numbered('ZM-1') },
    { ...at('2026-02-05 08:00:00'), ...numbered('ZM-1') },
    false,
  ],
  ['nothing', {}, numbered('ZM-1'), undefined],
])('%s: %j and %j', (_what, one, other, isSame) => {
  expect([isSameRecord(one, other), isSameRecord(other, one)]).toEqual([isSame, isSame]);
});

it('reads what users cannot change in the panel', () => {
  expect(readMark('participant', { study_number: ' S-1 ', phone_number: '', name: 'x' })).toEqual({
    numbers: { study_number: 'S-1' },
  });
  expect(readMark('facility', { facility_createdate: '0000-00-00 00:00:00' })).toEqual({});
  expect(readMark('user', { user_username: 'ann', user_createdate: '2026-01-05' })).toEqual({
    created: '2026-01-05',
  });
});
