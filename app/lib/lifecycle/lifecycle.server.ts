import path from 'node:path';
import { demoSignIns } from 'backend/demo-study/demo';
import { getDialect } from 'shared/db/dialect-of';
import { lockDataFolder } from 'shared/db/lock';
import { settleAccesses } from '../access/collect-accesses.server';
import { startPurging, stopPurging } from '../access/purge-accesses.server';
import { forgetAbandonedClaims } from '../form/claims.server';
import { openHistory } from '../history/history-store.server';
import { settleEntries } from '../host/audit.server';
import { sendDue, startOutbox, stopOutbox } from '../host/audit-outbox.server';
import { getApiHost } from '../host/host.server';
import { getOutboxFolder, openEmbeddedHost } from '../host/open-embedded.server';
import { startCounting, stopCounting } from '../host/security-counts.server';
import { cancelAllRuns } from '../messenger/conversations/runs.server';
import { fillDemoMessenger } from '../messenger/demo/fill-demo.server';
import { config, getPublicUrl } from '../server/config.server';
import { checkStoreKey, getPanelKeys } from '../server/keys.server';
import { log } from '../server/log.server';
import { opened } from '../server/opened.server';
import { getStore } from '../server/store.server';
import { expireFutureSessions } from '../session/session.server';
import { startSettling, stopSettling } from '../undo/settle-changes.server';

/**
 * Starts the panel: opens its databases and starts its background work. Throws an error with a message of one
 * sentence if the panel cannot start.
 */
export function startPanel(): Promise<void> {
  opened.panel ??= start();
  return opened.panel;
}

async function start(): Promise<void> {
  // Read the keys before anything is opened, so that a failed start does not create a set-password link.
  getPanelKeys();
  if (!getApiHost().embedded) {
    if (!config.DATABASE_URL) lockDataFolder(path.resolve(config.DATA_DIR));
  } else {
    const { setPasswordCode, notice } = await openEmbeddedHost();
    if (notice) log.warn(notice);
    if (config.DEMO_DATA) print(describeDemo());
    if (!config.SMTP_URL)
      log.info({ folder: getOutboxFolder() }, 'SMTP_URL is not set: mails are written to a folder');
    if (setPasswordCode) print(describeFirstSignIn(setPasswordCode));
  }
  await checkStoreKey();
  await openHistory();
  const store = await getStore();
  await expireFutureSessions();
  await forgetAbandonedClaims();
  await startOutbox();
  startCounting();
  startPurging();
  startSettling();
  if (config.DEMO_DATA && !config.FIREBASE_PROJECT_ID)
    await getDialect(store).alone(store, () => fillDemoMessenger(store, config.PRODUCT_SLUG));
  log.info({ host: getApiHost().embedded ? 'embedded' : 'remote' }, 'the panel is ready');
}

/** Stops the background work, writes pending audit entries and closes the databases. */
export async function stopPanel(): Promise<void> {
  cancelAllRuns();
  await stopCounting();
  await stopPurging();
  await settleAccesses();
  await stopSettling();
  stopOutbox();
  // Send no further entries to a remote host, which may not respond. It receives them after the next start.
  const isEmbedded = getApiHost().embedded !== undefined;
  if (isEmbedded) await sendDue();
  await settleEntries();
  if (isEmbedded) await (await openEmbeddedHost()).close();
  await (await opened.lockOwner)?.close();
  await (await getStore()).destroy();
}

function describeDemo(): string {
  const lines = Object.entries(demoSignIns).map(
    ([role, { username, password }]) => `  ${role}: ${username} / ${password}`,
  );
  return `Synthetic study data. Sign in as\n${lines.join('\n')}`;
}

function describeFirstSignIn(code: string): string {
  return `No administrator has a password yet. Set one here, once, within 24 hours, and sign in as ${config.ADMIN_EMAIL}:\n  ${getPublicUrl()}/change-password/${code}`;
}

/** Prints a text for the person who starts the panel. It must not be logged. */
function print(text: string): void {
  process.stdout.write(`\n${text}\n\n`);
}
