import { describe, expect, it } from 'vitest';
import { toErrorText } from '../../shared/error-text';

describe('an error in a log', () => {
  it.each([
    ['an error', new TypeError('no such thing'), 'TypeError: no such thing'],
    [
      'an error with a code',
      Object.assign(new Error('it is full'), { code: 'ENOSPC' }),
      'Error: it is full (ENOSPC)',
    ],
    [
      'an error with causes',
      new Error('fetch failed', { cause: Object.assign(new Error(''), { code: 'ECONNRESET' }) }),
      'Error: fetch failed, caused by Error (ECONNRESET)',
    ],
    [
      'several errors in one',
      new AggregateError([new Error('connect ::1'), new Error('connect 127.0.0.1')]),
      'AggregateError: Error: connect ::1; Error: connect 127.0.0.1',
    ],
    ['a response', new Response('words', { status: 503 }), 'Response with status 503'],
    [
      'an error of another library',
      { name: 'QuotaError', code: 8, message: 'too much' },
      'QuotaError: too much (8)',
    ],
    [
      'a route’s error',
      { status: 405, statusText: 'x', data: '+260971234567' },
      'Object: status 405',
    ],
    ['a record', { phone_number: '+260971234567' }, 'Object: keys phone_number'],
    ['an object without a prototype', Object.create(null), 'Object'],
    ['a text', 'the client has gone', 'the client has gone'],
    ['nothing', undefined, 'undefined'],
  ])('says what it is: %s', (_, thrown, text) => {
    expect(toErrorText(thrown)).toBe(text);
    expect(toErrorText(thrown)).not.toContain('[object');
  });

  it('is short even if it is its own cause', () => {
    const error = new Error('x'.repeat(10_000));
    error.cause = error;
    expect(toErrorText(error).length).toBeLessThanOrEqual(501);
  });
});
