import { cutText } from 'shared/cut-text';
import { stamp } from 'shared/db/clock';
import { LONG_TEXT, SHORT_TEXT } from '../../shared/entities/fields';
import { getNetworkName } from '../../shared/network-name';
import {
  COUNT_WINDOW_MS,
  type CountedEvent,
  describeEvent,
  describeEvents,
  findWindowStart,
  MAX_COUNTS,
  SHARED_COUNT,
} from '../../shared/security-counts';
import { SECURITY, type SecurityAction } from '../../shared/security-events';
import type { Database } from '../db/types';
import { appendEntries, auditLogChain, type ChainEntry } from './chain';

/** The refusal of a caller, as the audit log names it. */
export interface Refusal {
  action: SecurityAction;
  /** The name of an account, or a fixed text. Never user input that is not the name of an account. */
  username: string;
  /** See `CountedEvent`. */
  what: string;
  /** The caller's network address. */
  address: string;
}

export interface RefusalCounter {
  count(refusal: Refusal): void;
  /** Adds entries for all counts to the audit log. */
  stop(): Promise<void>;
}

interface CounterOptions {
  timeZone: string;
  now: () => Date;
  onFailure: (error: unknown) => void;
}

type Count = CountedEvent &
  Pick<Refusal, 'action' | 'username'> & { number: number; windowStart: number };

const TICK_MS = 5_000;

/**
 * Starts to count refusals by account and network in memory, and adds them to the audit log: the first refusal of a
 * window at once, and the number of further refusals at the end of the window. Reports failures to `onFailure`, and
 * delays no requests.
 */
export function startCountingRefusals(
  db: Database,
  { timeZone, now, onFailure }: CounterOptions,
): RefusalCounter {
  const counts = new Map<string, Count>();
  let writing: Promise<unknown> = Promise.resolve();

  const enter = (entries: [Count, string][]) => {
    const date = stamp(now(), timeZone);
    const rows = entries.map(([count, description]) => buildRow(count, description, date));
    writing = writing.then(() => appendEntries(db, auditLogChain, rows)).catch(onFailure);
  };
  const enterEndedWindows = (isEnded: (start: number, time: number) => boolean) => {
    const time = now().getTime();
    const ended = [...counts].filter(([, { windowStart }]) => isEnded(windowStart, time));
    for (const [key] of ended) counts.delete(key);
    const further = ended
      .map(([, count]) => count)
      .filter(({ number }) => number > 1)
      .map((count): [Count, string] => [count, describeFurther(count, time, timeZone)]);
    if (further.length > 0) enter(further);
  };
  // A window in the future was counted while the clock was wrong.
  const tick = () =>
    enterEndedWindows((start, time) => start + COUNT_WINDOW_MS <= time || start > time);
  const timer = setInterval(tick, TICK_MS);
  timer.unref();

  return {
    count({ action, username, what, address }) {
      const windowStart = findWindowStart(now().getTime());
      const separate = { action, what, username, address: getNetworkName(address), windowStart };
      const hasRoom = counts.size < MAX_COUNTS || counts.has(JSON.stringify(separate));
      const event = hasRoom ? separate : { ...separate, ...SHARED_COUNT };
      const key = JSON.stringify(event);
      const count = counts.get(key) ?? { ...event, number: 0 };
      count.number += 1;
      counts.set(key, count);
      if (count.number === 1) enter([[count, describeEvent(count)]]);
    },
    async stop() {
      clearInterval(timer);
      enterEndedWindows(() => true);
      await writing;
    },
  };
}

function describeFurther(count: Count, time: number, timeZone: string): string {
  const { number, windowStart: start } = count;
  const end = Math.min(start + COUNT_WINDOW_MS, Math.max(start, time));
  return describeEvents(count, { number: number - 1, isFirstEntered: true, start, end, timeZone });
}

function buildRow(
  { action, username }: Count,
  description: string,
  date: string,
): ChainEntry<typeof auditLogChain> {
  return {
    audit_username: cutText(username, SHORT_TEXT),
    audit_title: SECURITY,
    audit_action: action,
    audit_description: cutText(description, LONG_TEXT),
    audit_date: date,
  };
}
