import { toErrorText } from 'shared/error-text';
import { describeLoadError } from '../core/host/describe-error';
import { countPhones } from '../core/messenger/conversations/count-phones.server';
import { readNewestSummary } from '../core/messenger/conversations/saved.server';
import { config } from '../core/server/config.server';
import { log } from '../core/server/log.server';
import type { Card } from './card';
import { computeMessageCard, isOfMessages } from './message-card.server';
import { listChosenCards, readOverviewSettings } from './overview-settings.server';
import { endLease, readStoredCards, storeCard, takeLease } from './overview-store.server';
import type { StoredCard } from './stored-card';

const LEASE = 'message lease';
const HOUR_MS = 3_600_000;
/** The time limit in milliseconds. The lease is longer, so no other process counts at the same time. */
const LIMIT_MS = 45 * 60_000;
/** The time in milliseconds after which a failed attempt is repeated. */
const RETRY_MS = HOUR_MS;
/** The number of concurrent queries. Nobody waits, so few are enough. */
const PARALLEL = 2;
const FAILED = 'The messages of all phones could not be counted. To try now, open Conversations.';

/**
 * Counts the messages of all phones for the home page, unless this was done less than OVERVIEW_MESSAGES_HOURS ago, by a
 * user or by a process (decision 0212). The cloud store counts them; no message is read. Ends early when `stop` is
 * aborted.
 */
export async function countMessages(stop: AbortSignal): Promise<void> {
  const card = listChosenCards(await readOverviewSettings()).find(isOfMessages);
  if (config.OVERVIEW_MESSAGES_HOURS === 0 || !card) return;
  const former = (await readStoredCards()).get(card.name);
  if (isRecent(former) || (await readNewestSummary())) return;
  if (!(await takeLease(LEASE))) return;
  let isDone = false;
  try {
    const counted = await count(
      card,
      former,
      AbortSignal.any([stop, AbortSignal.timeout(LIMIT_MS)]),
    );
    if (stop.aborted) return;
    await storeCard(card.name, counted);
    isDone = counted.problem === undefined;
  } finally {
    await endLease(isDone || stop.aborted ? 0 : Date.now() + RETRY_MS, LEASE);
  }
}

function isRecent(card: StoredCard | undefined): boolean {
  if (card?.isOutdated) return false;
  const age = Date.now() - (card?.at ?? 0);
  return age >= 0 && age < config.OVERVIEW_MESSAGES_HOURS * HOUR_MS;
}

/** Returns the card with new figures, or with the former ones and the reason. */
async function count(
  card: Card,
  former: StoredCard = { at: null, figures: [] },
  signal: AbortSignal,
): Promise<StoredCard> {
  try {
    const counted = await countPhones({ signal, parallel: PARALLEL });
    if (counted.ok) return await computeMessageCard(card, counted.value, Date.now());
    return { ...former, problem: describeLoadError(counted.error, 'phones') };
  } catch (error) {
    log.warn({ error: toErrorText(error) }, 'the messages of all phones were not counted');
    return { ...former, problem: FAILED };
  }
}
