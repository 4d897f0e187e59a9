import { describe, expect, it } from 'vitest';
import { isStorable, readCondition } from '~/lib/core/host/condition';

const date = 'Sat, 09 Mar 2024 10:00:00 GMT';
const earlier = 'Sat, 09 Mar 2024 09:59:59 GMT';

describe('the condition of a repeated request for a list', () => {
  it.each([
    ['the response has no headers', {}],
    ['the date cannot be read', { date, 'last-modified': 'yesterday' }],
    ['the date is in the future', { date, 'last-modified': 'Sun, 10 Mar 2024 10:00:00 GMT' }],
    ['the list changed in the second of the response', { date, 'last-modified': date }],
    ['the tag is too long', { date, etag: `"${'x'.repeat(500)}"` }],
    ['the tag is empty', { date, etag: '' }],
    ['the tag has characters that no tag may have', { date, etag: '"caf\xe9"' }],
  ])('does not exist if %s', (_what, headers) => {
    expect(readCondition(new Headers(headers as Record<string, string>))).toBeUndefined();
  });

  it.each(['"a1"', 'W/"a1"', '""', 'a1'])('is the tag %s, unchanged', (etag) => {
    const headers = new Headers({ etag, date, 'last-modified': earlier });
    expect(readCondition(headers)).toEqual({ 'if-none-match': etag });
  });

  it.each([date, '', 'now'])(
    'is the date of the last change if the header Date is “%s”',
    (sent) => {
      const headers = new Headers({ date: sent, 'last-modified': earlier });
      expect(readCondition(headers)).toEqual({ 'if-modified-since': earlier });
    },
  );
});

describe('a response', () => {
  it.each([
    ['no-store', false],
    ['private, No-Store, max-age=0', false],
    ['no-cache, private', true],
    ['', true],
  ])('with Cache-Control “%s” may be cached: %s', (value, may) => {
    expect(isStorable(new Headers({ 'cache-control': value }))).toBe(may);
  });
});
