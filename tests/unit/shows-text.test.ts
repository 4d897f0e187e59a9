import { describe, expect, it } from 'vitest';
import { conversationSummary } from '~/lib/core/entities/conversation-summary';
import { phone } from '~/lib/core/entities/phone';
import { buildRow } from '~/lib/core/list/build-row.server';
import { nameRecord } from '~/lib/core/records/name-record';
import { defined } from '../../shared/defined';
import { showsText } from '../../shared/shows-text';

const invisible = [
  '',
  ' ',
  '\u2800',
  '\u3164',
  '\u200b\u200b',
  '\u00ad',
  '\u202e',
  '\u115f',
  '\ufe0f',
  '\u0301',
  '\0',
  '\ud800',
];

describe('a text that shows nothing', () => {
  it.each(invisible)('is %j', (text) => {
    expect(showsText(text)).toBe(false);
  });

  it.each(['.', 'مريم', 'נועה (1)', '\u202eadnaB', `A${'\u0301'.repeat(60)}`, '😀', '\u200bA'])(
    'is not %j',
    (text) => {
      expect(showsText(text)).toBe(true);
    },
  );
});

describe('the name of a phone that shows nothing', () => {
  const number = '+260970009801';
  it.each(invisible.slice(1))('is replaced by its number: %j', (phone_name) => {
    const row = { phone_name, phone_number: number };
    expect(nameRecord(phone, row, number)).toBe(`phone ${number}`);
    for (const entity of [phone, conversationSummary]) {
      const column = defined(entity.list.columns.find(({ field }) => field === 'phone_name'));
      const { label, cells } = buildRow(entity, [column], row, '');
      expect(label).toBe(`phone ${number}`);
      expect(cells[0]).toMatchObject({ text: number });
    }
  });
});
