import path from 'node:path';
import { getDialect } from 'shared/db/dialect-of';
import { lockDataFolder } from 'shared/db/lock';
import { getToday } from 'shared/list/today';
import { settleAccesses } from '../access/collect-accesses.server';
import { startPurging, stopPurging } from '../access/purge-accesses.server';
import { startForgetting, stopForgetting } from '../bulk/bulk-store.server';
import { stopActions } from '../bulk/run-action.server';
import { startErasures, stopErasures } from '../erasure/resume-erasures.server';
import { startForgettingFiles, stopForgettingFiles } from '../export/forget-files.server';
import { stopExports } from '../export/run-export.server';
import { openFactors } from '../factor/factor-store.server';
import { forgetAbandonedClaims } from '../form/claims.server';
import { openHistory } from '../history/history-store.server';
import { settleEntries } from '../host/audit.server';
import { sendDue, startOutbox, stopOutbox } from '../host/audit-outbox.server';
import { startWritingCheckpoints, stopWritingCheckpoints } from '../host/checkpoints.server';
import { getApiHost } from '../host/host.server';
import { openEmbeddedHost } from '../host/open-embedded.server';
import { warnOfOtherWithdrawals } from '../host/remote-withdrawals.server';
import { startCounting, stopCounting } from '../host/security-counts.server';
import { startEmbeddedHost } from '../host/start-embedded.server';
import { cancelAllRuns } from '../messenger/conversations/runs.server';
import { fillDemoMessenger } from '../messenger/demo/fill-demo.server';
import { setDemoTarget } from '../overview/demo-target.server';
import { stopRefresh } from '../overview/refresh-overview.server';
import { config } from '../server/config.server';
import { checkStoreKey, getPanelKeys } from '../server/keys.server';
import { log } from '../server/log.server';
import { opened } from '../server/opened.server';
import { getStore } from '../server/store.server';
import { expireFutureSessions } from '../session/live-sessions.server';
import { startSettling, stopSettling } from '../undo/settle-changes.server';
import { startMails, stopMails } from '../weekly-mail/send-mails.server';

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
  if (!getApiHost().isEmbedded) {
    if (!config.DATABASE_URL) lockDataFolder(path.resolve(config.DATA_DIR));
  } else {
    await startEmbeddedHost();
  }
  await checkStoreKey();
  await openHistory();
  await openFactors();
  await startWritingCheckpoints();
  const store = await getStore();
  await warnOfOtherWithdrawals();
  if (config.RESEARCHERS_EXPORT !== 'full' && config.RESEARCHERS_MANAGE_USERS)
    log.warn(
      'RESEARCHERS_EXPORT limits nobody while RESEARCHERS_MANAGE_USERS is on: researchers can make themselves administrators',
    );
  await expireFutureSessions();
  await forgetAbandonedClaims();
  await startErasures();
  await startOutbox();
  startCounting();
  startPurging();
  startSettling();
  startForgetting();
  startForgettingFiles();
  startMails();
  if (config.DEMO_DATA && !config.FIREBASE_PROJECT_ID)
    await getDialect(store).alone(store, () =>
      fillDemoMessenger(store, {
        product: config.PRODUCT_SLUG,
        today: getToday(config.STUDY_TIME_ZONE),
      }),
    );
  if (config.DEMO_DATA) await setDemoTarget();
  log.info({ host: getApiHost().isEmbedded ? 'embedded' : 'remote' }, 'the panel is ready');
}

/** Stops the background work, writes pending audit entries and closes the databases. */
export async function stopPanel(): Promise<void> {
  cancelAllRuns();
  await stopRefresh();
  await stopMails();
  await stopErasures();
  stopForgetting();
  stopForgettingFiles();
  await stopActions();
  await stopExports();
  await stopCounting();
  await stopPurging();
  await settleAccesses();
  await stopSettling();
  stopOutbox();
  // Send pending entries only to an embedded host, because a remote host may not respond. A remote host receives them
  // after the next start.
  const { isEmbedded } = getApiHost();
  if (isEmbedded) await sendDue();
  await settleEntries();
  await stopWritingCheckpoints();
  if (isEmbedded) await (await openEmbeddedHost()).close();
  await (await opened.lockOwner)?.close();
  await (await getStore()).destroy();
}
