import type { Suspicion } from 'shared/import/choices';
import { findOption } from 'shared/values/find-option';
import { normalizeValue, type ValueKind } from 'shared/values/normalize';
import type { ImportColumn } from './columns';
import { findSuspicion, foldValue, MOST_CHARACTERS } from './suspicious';

/** The kind of a suspicious value. `like` is the earlier value from which it differs only by case, spaces or marks. */
export interface SuspectedValue {
  kind: Suspicion;
  like?: string;
}

/** The maximum number of different values of a column that are compared with each other. */
export const MOST_VALUES = 500;
/** The maximum number of different values of all columns together. */
const MOST_VALUES_IN_ALL = 60_000;

interface KnownValues {
  /** The verdict about each value. */
  verdicts: Map<string, SuspectedValue | undefined>;
  /** The first value of each group of values that differ only by case, spaces or marks. */
  firsts: Map<string, string>;
}

/** The way in which the value of a cell is read. */
interface Reading {
  /** The kind of the values. Undefined if they are not compared with each other. */
  compared: ValueKind | undefined;
  isReadable: () => boolean;
  readText: () => string;
}

/** Remembers the first different values of each column, so that equal ones are judged once. */
export class ValueMemory {
  readonly #columns = new Map<string, KnownValues>();
  #size = 0;

  find(column: string): KnownValues {
    let known = this.#columns.get(column);
    if (!known) {
      known = { verdicts: new Map(), firsts: new Map() };
      this.#columns.set(column, known);
    }
    return known;
  }

  /** Returns whether another value of the column may be remembered. Counts it if so. */
  hasRoom({ verdicts }: KnownValues): boolean {
    if (verdicts.size >= MOST_VALUES || this.#size >= MOST_VALUES_IN_ALL) return false;
    this.#size += 1;
    return true;
  }
}

/**
 * Returns the kind of a suspicious value, or undefined if it is not suspicious. A value that a column of codes, numbers or dates can
 * hold is not. The result depends on the earlier values of the file only, so that a check and the import agree.
 */
export function judgeValue(
  raw: unknown,
  { name, kind, coded, answers = [] }: ImportColumn,
  memory: ValueMemory,
  { compared, isReadable, readText }: Reading,
): SuspectedValue | undefined {
  // Numbers, lists and objects of JSON are not words for missing values, and have no second way of writing.
  if (typeof raw !== 'string' || raw.length > MOST_CHARACTERS) return undefined;
  const known = memory.find(name);
  if (known.verdicts.has(raw)) return known.verdicts.get(raw);
  const text = readText();
  const isText = !coded && kind !== 'number' && kind !== 'date' && !findOption(answers, text);
  const found = findSuspicion(text);
  const suspicion = found && (isText || !isReadable()) ? found : undefined;
  if (!memory.hasRoom(known)) return suspicion && { kind: suspicion };
  const like =
    !suspicion && isText && compared ? findLike(known, normalizeValue(compared, text)) : undefined;
  const verdict: SuspectedValue | undefined = like
    ? { kind: 'variant', like }
    : suspicion && { kind: suspicion };
  known.verdicts.set(raw, verdict);
  return verdict;
}

/** Returns the earlier value from which a text differs only by case, spaces or marks. Records the text otherwise. */
function findLike({ firsts }: KnownValues, text: string): string | undefined {
  const key = foldValue(text);
  if (key === '') return undefined;
  const first = firsts.get(key);
  if (first === undefined) firsts.set(key, text);
  return first === text ? undefined : first;
}
