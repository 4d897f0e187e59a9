import { cutText } from 'shared/cut-text';
import type { FormValue } from 'shared/record-values/form-value';
import { listOptions } from 'shared/record-values/record-values';
import { toPlainText } from 'shared/rich-text/sanitize';
import type { FormField } from '../entities/form-field';

/** The maximum number of characters of a value that are shown, because parsing a long rich text takes long. */
const MAX_SHOWN = 10_000;
/** The number of characters before the first difference that an excerpt shows. */
const CONTEXT = 200;

/** Returns a value as people read it: the label of a choice, and the rows of a list. Rich text remains HTML. */
export function describeValue(field: FormField | undefined, value: FormValue): string {
  if (typeof value === 'string') {
    const options = field && listOptions(field, value);
    return options?.find((option) => option.value === value)?.label ?? value;
  }
  return value
    .map((row, index) => {
      const parts = (field?.items?.inputs ?? []).map(({ name, label, control }) =>
        control === 'checkbox' ? (row[name] ? label : '') : (row[name] ?? ''),
      );
      return `${index + 1}. ${parts.filter(Boolean).join(', ')}`;
    })
    .join('\n');
}

/** Returns the beginning of a value as people read it, without the markup of rich text. */
export function describeBeginning(field: FormField | undefined, value: FormValue): string {
  const text = cutText(describeValue(field, value), MAX_SHOWN);
  return field?.control === 'rich-text' ? toPlainText(text) : text;
}

/**
 * Returns two values of a field as people read them, without the markup of rich text. If one is longer than MAX_SHOWN
 * characters, returns excerpts from a little before their first difference.
 */
export function describeBoth(
  field: FormField | undefined,
  one: FormValue,
  other: FormValue,
): [one: string, other: string] {
  const excerpts = excerptDifference(describeValue(field, one), describeValue(field, other));
  if (field?.control !== 'rich-text') return excerpts;
  return [toPlainText(excerpts[0]), toPlainText(excerpts[1])];
}

function excerptDifference(one: string, other: string): [one: string, other: string] {
  if (Math.max(one.length, other.length) <= MAX_SHOWN) return [one, other];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const start = Math.max(0, same - CONTEXT);
  const cut = (text: string) => {
    // The excerpt may begin in the middle of an emoji.
    const part = cutText(text.slice(start).replace(/^[\uDC00-\uDFFF]/, ''), MAX_SHOWN);
    return `${start > 0 ? '… ' : ''}${part}${start + MAX_SHOWN < text.length ? ' …' : ''}`;
  };
  return [cut(one), cut(other)];
}
