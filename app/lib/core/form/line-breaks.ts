/**
 * Replaces the line breaks of posted values, which browsers send as CRLF (HTML, form submission). If a posted value
 * differs from the stored value only in its line breaks, the stored value replaces it. Otherwise its line breaks become
 * LF.
 */
export function restoreLineBreaks(posted: FormData, stored: FormValues): void {
  for (const [name, value] of [...posted]) {
    if (typeof value !== 'string' || !value.includes('\r')) continue;
    const text = unifyLineBreaks(value);
    const before = stored[name];
    posted.set(
      name,
      typeof before === 'string' && unifyLineBreaks(before) === text ? before : text,
    );
  }
}

function unifyLineBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

import type { FormValues } from 'shared/record-values/form-value';
