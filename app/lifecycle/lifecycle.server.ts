import { getDialect } from 'shared/db/dialect-of';
import { getToday } from 'shared/list/today';
import { settleAccesses } from '../lib/core/access/collect-accesses.server';
import { purgeTask } from '../lib/core/access/purge-accesses.server';
import { throttleTask } from '../lib/core/auth/throttle.server';
import { openHistory } from '../lib/core/history/history-store.server';
import { settleEntries } from '../lib/core/host/audit.server';
import { sendDue, startOutbox, stopOutbox } from '../lib/core/host/audit-outbox.server';
import {
  startWritingCheckpoints,
  stopWritingCheckpoints,
} from '../lib/core/host/checkpoints.server';
import { getApiHost } from '../lib/core/host/host.server';
import { openEmbeddedHost } from '../lib/core/host/open-embedded.server';
import { warnOfOtherWithdrawals } from '../lib/core/host/remote-withdrawals.server';
import { countTask } from '../lib/core/host/security-counts.server';
import { startEmbeddedHost } from '../lib/core/host/start-embedded.server';
import { cancelAllRuns } from '../lib/core/messenger/conversations/runs.server';
import { fillDemoMessenger } from '../lib/core/messenger/demo/fill-demo.server';
import { openFactors } from '../lib/core/proof/factor-store.server';
import type { BackgroundTask } from '../lib/core/server/background-task.server';
import { config } from '../lib/core/server/config.server';
import { formerTask } from '../lib/core/server/former-databases.server';
import { checkStoreKey, getPanelKeys } from '../lib/core/server/keys.server';
import { log } from '../lib/core/server/log.server';
import { opened } from '../lib/core/server/opened.server';
import { closeStore, getStore } from '../lib/core/server/store.server';
import { expireFutureSessions } from '../lib/core/session/live-sessions.server';
import { settleTask } from '../lib/core/undo/settle-changes.server';
import { backgroundTasks } from './background-tasks.server';

/** The background tasks that every capability needs, in the order in which they start and stop. */
const coreTasks: readonly BackgroundTask[] = [
  throttleTask,
  countTask,
  purgeTask,
  settleTask,
  formerTask,
];

/**
 * Starts the panel: opens its databases and starts its background work. Throws an error with a message of one
 * sentence if the panel cannot start.
 */
export function startPanel(): Promise<void> {
  opened.panel ??= start();
  return opened.panel;
}

async function start(): Promise<void> {
  // Read the keys first. Opening the embedded host may create a set-password link, which a failed start must not do.
  getPanelKeys();
  const store = await getStore();
  if (getApiHost().isEmbedded) await startEmbeddedHost();
  await checkStoreKey();
  await openHistory();
  await openFactors();
  await startWritingCheckpoints();
  await warnOfOtherWithdrawals();
  if (config.RESEARCHERS_EXPORT !== 'full' && config.RESEARCHERS_MANAGE_USERS)
    log.warn(
      'RESEARCHERS_EXPORT limits nobody while RESEARCHERS_MANAGE_USERS is on: researchers can make themselves administrators',
    );
  await expireFutureSessions();
  for (const task of backgroundTasks) await task.start?.();
  await startOutbox();
  for (const task of coreTasks) await task.start?.();
  if (config.DEMO_DATA && !config.FIREBASE_PROJECT_ID)
    await getDialect(store).alone(store, () =>
      fillDemoMessenger(store, {
        product: config.PRODUCT_SLUG,
        today: getToday(config.STUDY_TIME_ZONE),
      }),
    );
  log.info({ host: getApiHost().isEmbedded ? 'embedded' : 'remote' }, 'the panel is ready');
}

/** Stops the background work, writes pending audit entries and closes the databases. */
export async function stopPanel(): Promise<void> {
  cancelAllRuns();
  for (const task of backgroundTasks) await task.stop();
  for (const task of coreTasks) await task.stop();
  await settleAccesses();
  stopOutbox();
  // Send pending entries only to an embedded host, because a remote host may not respond. A remote host receives them
  // after the next start.
  const { isEmbedded } = getApiHost();
  if (isEmbedded) await sendDue();
  await settleEntries();
  await stopWritingCheckpoints();
  if (isEmbedded) await (await openEmbeddedHost()).close();
  await (await opened.lockOwner)?.close();
  await closeStore();
}
