import { defined } from '../defined';

/** A random generator that returns the same sequence of values at every run. */
export interface Chance {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
  /** Returns true with the probability `share`, from 0 to 1. */
  happens(share: number): boolean;
  /**
   * Returns null with the probability `gaps`, or else the value. Imitates the missing values of real records.
   */
  maybe<T>(gaps: number, value: () => T): T | null;
}

/** Creates a generator (mulberry32) that returns the same numbers for the same seed. */
export function makeChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick: (choices) => defined(choices[between(0, choices.length - 1)]),
    happens: (share) => next() < share,
    maybe: (gaps, value) => (next() < gaps ? null : value()),
  };
}
