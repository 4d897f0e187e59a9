import path from 'node:path';
import { MailError, makeMailer } from 'backend/endpoints/mail';
import type { Mail } from 'backend/wire/messages';
import { config } from '../server/config.server';

/** Sends a mail by SMTP_URL. Without it, writes the mail to the outbox. */
export function sendMail(mail: Mail): Promise<void> {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = config;
  return makeMailer({ smtpUrl, from, outbox: getOutboxFolder() })(mail);
}

/** Returns the folder in which emails are stored when no mail server is configured. */
export function getOutboxFolder(): string {
  return path.resolve(config.DATA_DIR, 'outbox');
}

/** Returns true if a mail may have been sent although the function that sends it has thrown this error. */
export function mayBeSent(error: unknown): boolean {
  return error instanceof MailError && error.mayBeSent;
}
