import { describe, expect, it } from 'vitest';
import { maskNumbersInText, maskPhoneNumber } from '~/lib/core/masking/mask-number';

describe('a masked phone number', () => {
  it.each([
    ['+260 971 231 001', '+260 ••• ••1 001'],
    ['+260971231001', '+260 ••• ••1 001'],
    ['+260-97-123-1001', '+260 ••• ••1 001'],
    ['(+260) 971231001', '+260 ••• ••1 001'],
    ['+1 (202) 555-0123', '+1 • ••• ••0 123'],
    ['+27 82 555 0123', '+27 ••• ••0 123'],
    ['0971231001', '• ••• ••1 001'],
    ['260971231001', '••• ••• ••1 001'],
    ['1234567', '• ••• 567'],
    ['12345', '•• •45'],
    ['116', '••6'],
    ['+٢٦٠٩٧١٢٣١٠٠١', '+٢٦٠ ••• ••١ ٠٠١'],
  ])('%s is shown as %s', (number, masked) => {
    expect(maskPhoneNumber(number)).toBe(masked);
  });

  it('hides at least half of the digits after the country code', () => {
    for (let length = 3; length <= 15; length++) {
      const digits = '9'.repeat(length);
      const shown = maskPhoneNumber(digits).replace(/\D/g, '').length;
      expect(shown, digits).toBeLessThanOrEqual(Math.min(4, length / 2));
    }
  });

  it('keeps words, and masks each of several numbers', () => {
    expect(maskPhoneNumber('ask at the desk')).toBe('ask at the desk');
    expect(maskPhoneNumber('0971231001 / 0962342002 (mother)')).toBe(
      '• ••• ••1 001 / • ••• ••2 002 (mother)',
    );
    expect(maskPhoneNumber('')).toBe('');
  });
});

describe('phone numbers in a text', () => {
  it.each([
    ['Chanda +260971231001', 'Chanda +260 ••• ••1 001'],
    ['Call 097 123 1001 today', 'Call • ••• ••1 001 today'],
    ['+260971231001', '+260 ••• ••1 001'],
  ])('are masked: %s', (text, masked) => {
    expect(maskNumbersInText(text)).toBe(masked);
  });

  it.each([
    'Room 12, bed 1234567',
    '2026-11-26 10:12:00',
    'IMG-1795600000000.jpg',
    'm-20261126ab12345678',
    'id_123456789012',
    'the 5 mg tablet, 2 times',
  ])('are not found in “%s”', (text) => {
    expect(maskNumbersInText(text)).toBe(text);
  });
});
