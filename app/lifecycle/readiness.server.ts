import { sql } from 'kysely';
import { getApiHost } from '../lib/core/host/host.server';
import { openCloudStore } from '../lib/core/messenger/cloud-store.server';
import { log } from '../lib/core/server/log.server';
import { stopping } from '../lib/core/server/stopping.server';
import { getStore } from '../lib/core/server/store.server';
import { withinLimit } from '../lib/core/server/time-limit';

/** The state of the parts that the panel needs. The reasons for failures are only logged. */
interface Readiness {
  ready: boolean;
  parts: Record<string, 'ok' | 'no answer' | 'stopping'>;
}

const LIMIT_MS = 2_000;
/**
 * The time in milliseconds for which a result is reused. Anyone can send requests, so each part is checked at
 * most once per second.
 */
const KEEP_MS = 1_000;

const checks: Record<string, () => Promise<unknown>> = {
  host: () => getApiHost().reach(),
  store: async () => sql`select 1`.execute(await getStore()),
  // This document does not exist. The check succeeds if the store answers.
  documents: async () => (await openCloudStore()).get('readiness/none'),
};

let last: { at: number; result: Promise<Readiness> } | undefined;

/** Checks whether the panel can serve requests, and which of its parts respond. */
export function checkReadiness(): Promise<Readiness> {
  if (stopping.now) return Promise.resolve({ ready: false, parts: { panel: 'stopping' } });
  const now = performance.now();
  if (!last || now - last.at > KEEP_MS) last = { at: now, result: check() };
  return last.result;
}

async function check(): Promise<Readiness> {
  const parts = await Promise.all(
    Object.entries(checks).map(async ([part, ask]) => [part, await askPart(part, ask)] as const),
  );
  return {
    ready: parts.every(([, answer]) => answer === 'ok'),
    parts: { panel: 'ok', ...Object.fromEntries(parts) },
  };
}

async function askPart(part: string, ask: () => Promise<unknown>): Promise<'ok' | 'no answer'> {
  try {
    await withinLimit(LIMIT_MS, ask);
    return 'ok';
  } catch (error) {
    log.warn({ part, reason: error instanceof Error ? error.name : 'unknown' }, 'not ready');
    return 'no answer';
  }
}
