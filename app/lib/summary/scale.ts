import { cutText } from 'shared/cut-text';

/** A linear scale from zero, or from below zero, to a round number. */
export interface Scale {
  low: number;
  high: number;
  /** Returns the place of a value between `low`, which is 0, and `high`, which is 100. */
  place(value: number): number;
}

/** Returns a scale that contains zero and all figures. With `round`, it ends at round numbers. */
export function makeScale(figures: readonly (number | null)[], round = false): Scale {
  const known = figures.filter((figure) => figure !== null);
  const limit = round ? roundUp : (value: number) => value;
  const low = -limit(-Math.min(0, ...known));
  const high = limit(Math.max(0, ...known)) || (low < 0 ? 0 : 1);
  return {
    low: low === 0 ? 0 : low,
    high,
    place: (value) => toPlace((100 * (value - low)) / (high - low)),
  };
}

/** Returns a number with two decimal places, so that pages do not contain long fractions. */
export function toPlace(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The factors of round numbers. Half of each is round too, so that the middle of a scale has a short number. */
const ROUND = [1, 1.2, 1.6, 2, 2.4, 4, 6, 8, 10];

/** Returns the next number that is a power of ten times one of the round factors. */
function roundUp(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = ROUND.find((candidate) => toRound(candidate * power) >= value) ?? 10;
  return toRound(factor * power);
}

/** Removes the error of a multiplication of decimals, such as the end of 0.30000000000000004. */
function toRound(value: number): number {
  return Number(value.toPrecision(12));
}

const MAX_LABEL = 36;

/** Returns a text that fits beside a bar on a narrow screen. */
export function cutLabel(text: string): string {
  return text.length > MAX_LABEL ? `${cutText(text, MAX_LABEL - 1).trimEnd()}…` : text;
}
