import { demoSignIns } from 'backend/demo-study/demo';
import { config, getPublicUrl } from '../server/config.server';
import { log } from '../server/log.server';
import { getOutboxFolder } from './mailer.server';
import { openEmbeddedHost } from './open-embedded.server';

/** Opens the embedded host, and tells the operator how to sign in for the first time and where mails are written. */
export async function startEmbeddedHost(): Promise<void> {
  const { setPasswordCode, notice } = await openEmbeddedHost();
  if (notice) log.warn(notice);
  if (config.DEMO_DATA) print(describeDemo());
  if (!config.SMTP_URL)
    log.info({ folder: getOutboxFolder() }, 'SMTP_URL is not set: mails are written to a folder');
  if (setPasswordCode) print(describeFirstSignIn(setPasswordCode));
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

/** Prints a text for the person who starts the panel. Does not log the text, because it contains passwords or codes. */
function print(text: string): void {
  process.stdout.write(`\n${text}\n\n`);
}
