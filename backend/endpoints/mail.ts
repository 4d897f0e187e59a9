import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mail } from '../wire/messages';
import type { HostOptions } from './options';

interface MailSettings {
  /** The URL of the mail server, `smtp://` or `smtps://`, with user and password. */
  smtpUrl: string | undefined;
  from: string;
  /** The folder where mails are written when there is no mail server. */
  outbox: string;
}

/** The time limit of the name's look-up, the connection, and the server's first word. */
const CONNECT_MILLISECONDS = 10_000;
/** The time limit of each further word; nodemailer's own is ten minutes. */
const SILENCE_MILLISECONDS = 30_000;

/**
 * Makes the function that sends the host's mails. Its errors name the server's answer by its code
 * only: the full text names the person the mail was for.
 */
export function makeMailer({ smtpUrl, from, outbox }: MailSettings): (mail: Mail) => Promise<void> {
  return async (mail) => {
    const message = { ...mail, from };
    // Loaded at first use: most starts send nothing.
    const { createTransport } = await import('nodemailer');
    if (!smtpUrl) {
      const { message: text } = await createTransport({
        streamTransport: true,
        buffer: true,
      }).sendMail(message);
      return keep(outbox, text);
    }
    try {
      await createTransport({
        url: smtpUrl,
        dnsTimeout: CONNECT_MILLISECONDS,
        connectionTimeout: CONNECT_MILLISECONDS,
        greetingTimeout: CONNECT_MILLISECONDS,
        socketTimeout: SILENCE_MILLISECONDS,
      }).sendMail(message);
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      throw new Error(
        `the mail server did not take a mail: ${[code, responseCode].filter(Boolean).join(' ')}`,
      );
    }
  };
}

/**
 * Sends mails one after the other, in the background, so that the request's time does not reveal whether there
 * were any.
 */
export function sendMails(
  { sendMail, logError }: Pick<HostOptions, 'sendMail' | 'logError'>,
  mails: readonly Mail[],
): void {
  const send = async () => {
    for (const mail of mails)
      await sendMail?.(mail).catch((error: unknown) => logError(error, 'sending a mail'));
  };
  void send();
}

/** A mail holds a link that sets a password: only the folder's owner may read it. */
async function keep(outbox: string, text: unknown): Promise<void> {
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const moment = new Date().toISOString().replace(/[:.]/g, '-');
  const name = `${moment}-${randomBytes(4).toString('hex')}.eml`;
  await writeFile(path.join(outbox, name), String(text), { flag: 'wx', mode: 0o600 });
}
