import { setImmediate } from 'node:timers/promises';
import { toErrorText } from 'shared/error-text';
import type { BackgroundTask } from '../core/server/background-task.server';
import { config } from '../core/server/config.server';
import { log } from '../core/server/log.server';
import { computeCard } from './compute-card.server';
import { countMessages } from './count-messages.server';
import { setDemoTarget } from './demo-target.server';
import { listChosenCards, readOverviewSettings } from './overview-settings.server';
import { endLease, readStoredCards, storeCard, takeLease } from './overview-store.server';

/** The minimum time in milliseconds between two attempts of this process to take the lease. */
const TRY_EVERY_MS = 30_000;

let triedAt = -TRY_EVERY_MS;
let stopping = new AbortController();
let running: Promise<void> | undefined;
let counting: Promise<void> | undefined;

/**
 * Starts to compute the figures of the home page if they are old, and does not wait. Called for each page, so that the
 * figures are computed only while somebody uses the panel.
 */
export function startRefresh(): void {
  if (config.OVERVIEW_SECONDS === 0 || running || stopping.signal.aborted) return;
  if (performance.now() - triedAt < TRY_EVERY_MS) return;
  triedAt = performance.now();
  running = refreshOverview()
    .catch(logFailure)
    .finally(() => {
      running = undefined;
    });
  counting ??= countMessages(stopping.signal)
    .catch(logFailure)
    .finally(() => {
      counting = undefined;
    });
}

function logFailure(error: unknown): void {
  log.error({ error: toErrorText(error) }, 'the figures of the home page were not computed');
}

/**
 * Ends the lease, so that the next page computes the figures of the chosen cards. A computation that is still running
 * sets the lease again when it ends.
 */
export async function expireOverview(): Promise<void> {
  triedAt = -TRY_EVERY_MS;
  await endLease(0);
}

/** Computes the figures while users open pages. At a stop, ends after the card that is being computed. */
export const overviewTask: BackgroundTask = {
  async start() {
    stopping = new AbortController();
    if (config.DEMO_DATA) await setDemoTarget();
  },
  async stop() {
    stopping.abort();
    await settleRefresh();
  },
  noticePage: startRefresh,
};

/** Waits for the computation and the counting that are running. */
export async function settleRefresh(): Promise<void> {
  await Promise.all([running, counting]);
}

/** Computes the figures of the chosen cards, unless another process does so or has just done so. */
export async function refreshOverview(): Promise<void> {
  if (!(await takeLease())) return;
  try {
    const former = await readStoredCards();
    for (const card of listChosenCards(await readOverviewSettings())) {
      if (stopping.signal.aborted) return;
      const computed = await computeCard(card, former.get(card.name));
      if (computed) await storeCard(card.name, computed);
      await setImmediate();
    }
  } finally {
    await endLease(Date.now() + config.OVERVIEW_SECONDS * 1_000);
  }
}
