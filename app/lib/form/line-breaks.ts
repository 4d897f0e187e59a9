import type { FormValues } from './record-values';

/**
 * Browsers send line breaks as CRLF (HTML, form submission). They become one character, or stay those
 * of the stored text where nothing else of it was changed.
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
