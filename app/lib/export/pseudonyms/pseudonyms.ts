import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { RootKey } from 'shared/keys/key-ring';

/** The maximum number of days by which dates are shifted, to earlier or later days. */
export const MAX_SHIFT = 365;
/**
 * The number of hexadecimal digits of a pseudonym. Among a million people, two have the same one by a chance of 1 to
 * 37 million.
 */
const DIGITS = 16;
/** The number of names that are ordered before other requests run. */
const PART = 2_000;

/** The replacements of one installation. Without its key, they cannot be computed from names. */
export interface Pseudonyms {
  /** Returns the pseudonym of a person, who is named by a study number or in another unique way. */
  getPerson(name: string): string;
  /** Returns the pseudonym of a record of a kind, such as the name of the entity. */
  getRecord(kind: string, id: string): string;
  /** Returns the number of days by which the dates of a person are shifted. */
  getShift(name: string): number;
  /** Returns items in an order that depends on their names and the key alone. */
  arrange<T>(kind: string, items: readonly T[], getName: (item: T) => string): Promise<T[]>;
}

/** Returns the replacements that depend on a key. */
export function makePseudonyms(key: RootKey): Pseudonyms {
  const digest = (part: string, ...names: string[]) =>
    createHmac('sha256', key.derive('pseudonym', part)).update(JSON.stringify(names)).digest();
  // A letter at the beginning, so that no spreadsheet takes a pseudonym for a number.
  const write = (letter: string, bytes: Buffer) => letter + bytes.toString('hex').slice(0, DIGITS);
  return {
    getPerson: (name) => write('p', digest('person', name)),
    getRecord: (kind, id) => write('r', digest('record', kind, id)),
    getShift: (name) => (digest('shift', name).readUIntBE(0, 6) % (2 * MAX_SHIFT + 1)) - MAX_SHIFT,
    async arrange(kind, items, getName) {
      const named: [order: string, item: (typeof items)[number]][] = [];
      for (const item of items) {
        named.push([digest('order', kind, getName(item)).toString('hex'), item]);
        if (named.length % PART === 0) await setImmediate();
      }
      return named.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, item]) => item);
    },
  };
}
