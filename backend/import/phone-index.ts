import type { SqlValue } from 'shared/db/types';
import { findNationalNumber, isSamePhone } from 'shared/list/phone-text';
import { toText } from 'shared/list/values';
import type { ImportTable } from './import-table';

/** Finds what was added with a phone number, however the number is written. */
export class PhoneIndex<Found> {
  readonly #found = new Map<string, { text: string; found: Found }[]>();

  /** Adds a number. Ignores a text that cannot be a phone number. */
  add(value: SqlValue, found: Found): void {
    const text = toText(value);
    const number = findNationalNumber(text);
    if (number === undefined) return;
    const alike = this.#found.get(number);
    if (alike) alike.push({ text, found });
    else this.#found.set(number, [{ text, found }]);
  }

  /** Returns what was first added with this number, or undefined if there is nothing. */
  find(value: SqlValue): Found | undefined {
    const text = toText(value);
    const alike = this.#found.get(findNationalNumber(text) ?? '') ?? [];
    return alike.find((one) => isSamePhone(text, one.text))?.found;
  }
}

/** Returns whether the phone number alone identifies the records of a table. */
export function isIdentifiedByPhone({
  table,
  natural: [first = '', ...rest],
}: ImportTable): boolean {
  return rest.length === 0 && table.columns[first]?.valueKind === 'phone number';
}
