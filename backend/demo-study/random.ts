import { defined } from 'shared/defined';

/** Chance that gives the same course of events every time. */
export interface Chance {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number, both ends inclusive. */
  between(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
  /** True in `share` of all cases, 0 to 1. */
  happens(share: number): boolean;
  /** The value, or null in `gaps` of all cases: real records have gaps. */
  maybe<T>(gaps: number, value: () => T): T | null;
}

/** A tiny seeded generator (mulberry32): the same seed, the same numbers. */
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
