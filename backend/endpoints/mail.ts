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

/** A mail that was not sent, or of which the mail server did not confirm that it has it. */
export class MailError extends Error {
  constructor(
    message: string,
    /** True if the connection ended before the server answered, so that it may have sent the mail. */
    readonly mayBeSent: boolean,
  ) {
    super(message);
  }
}

interface SendError {
  code?: string;
  responseCode?: number;
  /** The system call that failed. */
  syscall?: string;
  /** The time limit that has passed. */
  timeoutType?: string;
}

/** The errors that occur before the mail is handed over. */
const EARLY_ERRORS: readonly (string | undefined)[] = ['EDNS', 'ETLS', 'EAUTH', 'EENVELOPE'];
/** The time limit that also applies while the mail is handed over. */
const LATE_TIMEOUT = 'SOCKET_TIMEOUT';

/** The maximum time for each of the DNS look-up, the connection, and the greeting of the mail server. */
const CONNECT_MILLISECONDS = 10_000;
/** The maximum time without data from the mail server; nodemailer's default is ten minutes. */
const SILENCE_MILLISECONDS = 30_000;

/**
 * Creates the function that sends the host's mails. Its errors are MailErrors without a mail server's text,
 * which names the recipient.
 */
export function makeMailer({ smtpUrl, from, outbox }: MailSettings): (mail: Mail) => Promise<void> {
  return async (mail) => {
    const message = { ...mail, from };
    // Loaded at first use, because most processes send no mail.
    const { createTransport } = await import('nodemailer');
    if (!smtpUrl) {
      const { message: text } = await createTransport({
        streamTransport: true,
        buffer: true,
      }).sendMail(message);
      return writeToOutbox(outbox, keepLines(String(text), mail.text));
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
      const { code, responseCode, syscall, timeoutType = LATE_TIMEOUT } = error as SendError;
      throw new MailError(
        `the mail server did not take a mail: ${[code, responseCode].filter(Boolean).join(' ')}`,
        !responseCode &&
          !EARLY_ERRORS.includes(code) &&
          syscall !== 'connect' &&
          timeoutType === LATE_TIMEOUT,
      );
    }
  };
}

/**
 * Sends mails one after the other, in the background, so that the duration of a request does not reveal whether
 * it sent a mail.
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

/**
 * Returns a mail with its text as it is. The library cuts long lines and writes `=` as `=3D`, which a mail program
 * reads, but which breaks the link for whoever opens the file.
 */
function keepLines(mail: string, text: string): string {
  const [head = ''] = mail.split(/\r?\n\r?\n/);
  const encoding = 'Content-Transfer-Encoding: 8bit';
  const lines = head.replace(/^Content-Transfer-Encoding:.*$/im, encoding).split(/\r?\n/);
  return [...lines, '', ...text.split(/\r?\n/), ''].join('\r\n');
}

/**
 * Writes a mail to the outbox. Only the owner of the folder can read it, because it may have a password link.
 */
async function writeToOutbox(outbox: string, text: string): Promise<void> {
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const moment = new Date().toISOString().replace(/[:.]/g, '-');
  const name = `${moment}-${randomBytes(4).toString('hex')}.eml`;
  await writeFile(path.join(outbox, name), text, { flag: 'wx', mode: 0o600 });
}
