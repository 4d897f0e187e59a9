import { toText } from '../list/to-text';
import { getValueKey } from './normalize';

/** One of the answers that a field can hold. */
interface Answer {
  value: string;
  label: string;
  aliases?: readonly string[] | undefined;
}

/**
 * Returns the answer that a value stands for: its code, also as a decimal number such as 1.0, its label or an alias.
 * Ignores case, spaces and invisible signs. Returns undefined if there is none.
 */
export function findOption<Option extends Answer>(
  options: readonly Option[],
  raw: unknown,
): Option | undefined {
  const text = getValueKey('answer', removeZeroFraction(toText(raw)));
  if (text === '') return undefined;
  return options.find(
    ({ value, label, aliases = [] }) =>
      [value, label].some((own) => getValueKey('answer', own) === text) || aliases.includes(text),
  );
}

/** Returns a whole number without the fraction .0 that data frames and spreadsheets add, and other texts unchanged. */
export function removeZeroFraction(text: string): string {
  return text.trim().replace(/^(-?\d+)\.0+$/, '$1');
}
