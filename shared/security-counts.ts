import { formatDate } from './list/format-date';

/** The length of the windows in which security events are counted, in milliseconds. */
export const COUNT_WINDOW_MS = 15 * 60_000;
/**
 * The maximum number of separate counts. When it is reached, further events with the same action and description share
 * one count.
 */
export const MAX_COUNTS = 200;
/** The account and the address in a count that several accounts and addresses share. */
export const SHARED_COUNT = { username: 'several accounts', address: 'several addresses' };

export interface CountedEvent {
  /** A fixed phrase that describes the event. Its noun forms its plural with an "s". */
  what: string;
  /** The client's address or network, or an empty string. */
  address: string;
}

/** The events that were counted in a window. `start` and `end` are in milliseconds since 1970. */
interface CountedWindow {
  number: number;
  /** True if the first event of the window already has its own audit entry and is not in `number`. */
  isFirstEntered: boolean;
  start: number;
  end: number;
  /** The time zone in which the description gives the times. */
  timeZone: string;
}

/** Returns the start of the window that a time belongs to. */
export function findWindowStart(now: number): number {
  return Math.floor(now / COUNT_WINDOW_MS) * COUNT_WINDOW_MS;
}

/** Returns the description of one event for the audit log. */
export function describeEvent({ what, address }: CountedEvent): string {
  return `${what}${address && ` from ${address}`}`;
}

/** Returns the plural of a phrase. The noun stands before what it belongs to, as in 'wrong password to unlock'. */
function toPlural(what: string): string {
  const [, noun = what, rest = ''] =
    /^(.*?)( (?:to|for|of|in|at|from|with) .*)?$/s.exec(what) ?? [];
  return `${noun}s${rest}`;
}

/** Returns the description of the events of a window for the audit log. */
export function describeEvents(
  event: CountedEvent,
  { number, isFirstEntered, start, end, timeZone }: CountedWindow,
): string {
  const [from, to] = [start, end].map((time) =>
    formatDate(new Date(time).toISOString(), 'date-time', timeZone),
  );
  const times = `between ${from} and ${to?.slice(-'HH:mm'.length)}`;
  return isFirstEntered
    ? `${describeEvent(event)}: ${number} more ${times}`
    : `${number} ${describeEvent(number === 1 ? event : { ...event, what: toPlural(event.what) })} ${times}`;
}
