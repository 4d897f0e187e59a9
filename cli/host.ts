import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { deleteOldFormerFiles } from '../backend/db/conversion/former-files';
import { openStudyDatabase } from '../backend/db/open-study';
import { makeMailer } from '../backend/endpoints/mail';
import { openHost } from '../backend/start';
import { refused } from '../backend/wire/envelope';
import { createDrain } from '../server/drain';
import { createLimitedServer } from '../server/limits';
import { listen } from '../server/listen';
import { type StopLog, stopInOrder } from '../server/stop-in-order';
import { takeTurnInTime } from '../server/turns';
import { DatabaseUnreachableError } from '../shared/db/postgres';
import { toErrorText } from '../shared/error-text';
import { loadSharp } from '../shared/files/load-sharp';
import { uncleanMessages } from '../shared/files/unclean-messages';
import { getCheckpointFolder } from '../shared/keys/key-settings';
import { openKeys } from '../shared/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { hostSettings } from '../shared/settings/settings';

/** Runs `npm run host`: serves the API host over HTTP, without the panel. */
export async function run(): Promise<void> {
  const settings = readSettings(hostSettings, process.env);
  const dataDir = path.resolve(settings.DATA_DIR);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const panelUrl = settings.PUBLIC_URL.replace(/\/+$/, '');
  const outbox = path.join(dataDir, 'outbox');
  if (!settings.SMTP_URL) print(`SMTP_URL is not set: mails are written to ${outbox}`);
  // Read the keys first: a host that cannot have them creates no database.
  const keys = openKeys(settings);
  const database = await openStudyDatabase({ dataDir, databaseUrl: settings.DATABASE_URL });
  const opened = await openHost({
    database,
    dataDir,
    keys,
    filesDir: settings.FILES_DIR && path.resolve(settings.FILES_DIR),
    timeZone: settings.STUDY_TIME_ZONE,
    locale: settings.STUDY_LOCALE,
    topic: settings.PUSH_TOPIC,
    panelUrl,
    accountApproval: settings.ACCOUNT_APPROVAL,
    sendMail: makeMailer({ smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, outbox }),
    adminEmail: settings.ADMIN_EMAIL,
    passMark: settings.QUIZ_PASS_MARK,
    researchersManageUsers: settings.RESEARCHERS_MANAGE_USERS,
    signInAttempts: settings.SIGN_IN_ATTEMPTS,
    accessToken: settings.HOST_TOKEN ?? (await readStoredToken(dataDir)),
    demo: settings.DEMO_DATA,
    logError: (error, what) => print(`${what}: ${explain(error)}`),
  });
  const { host, imports, setPasswordCode, notice, close } = opened;
  await opened.startCheckpoints({
    folder: getCheckpointFolder(settings),
    minutes: settings.AUDIT_CHECKPOINT_MINUTES,
    onFailure: (error) => print(`audit checkpoint: ${explain(error)}`),
  });
  if (notice) print(notice);
  if (!(await loadSharp())) print(`Warning: ${uncleanMessages.noLibrary}`);
  if (setPasswordCode)
    print(
      `Set the password of ${settings.ADMIN_EMAIL}: ${panelUrl}/change-password/${setPasswordCode}`,
    );

  const deleteFormer = () => deleteOldFormerFiles(dataDir);
  deleteFormer();
  setInterval(deleteFormer, 3_600_000).unref();
  const answer = getRequestListener((request, { incoming }) =>
    host.fetch(request, { address: incoming.socket.remoteAddress }),
  );
  // Clients that wait for the end of an import learn that it was interrupted.
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void imports.stop());
  const server = createLimitedServer(runInTurn(answer));
  const drain = createDrain(server);
  const port = await listen(server, settings.PORT, settings.HOST);
  print(`The API host listens on http://${settings.HOST}:${port}`);
  const settle = async () => {
    await close();
    await database.close();
  };
  stopInOrder({ drain, log: lines, settle });
}

/**
 * Queues requests, so that they start one after the other. If a request waits too long or too many are waiting, answers
 * with status 503, which the panel treats as an unavailable host.
 */
function runInTurn(answer: RequestListener): RequestListener {
  return async (request, response) => {
    const mayStart = request.url === '/healthz' || (await takeTurnInTime());
    if (response.destroyed) return;
    if (mayStart) answer(request, response);
    else {
      response.writeHead(503, { 'Retry-After': '5', 'Content-Type': 'application/json' });
      response.end(JSON.stringify(refused('The host is busy')));
    }
  };
}

/** A log that prints each entry as one line of JSON, like the log of the panel. */
const lines: StopLog = {
  info: () => {},
  error: (fields, msg) => print(JSON.stringify({ level: 'error', ...fields, msg })),
  fatal: (fields, msg) => print(JSON.stringify({ level: 'fatal', ...fields, msg })),
};

/** Returns the access token in the data folder. Creates it, readable only by its owner, at the first start. */
async function readStoredToken(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'host-token');
  // The token itself is never printed, because output is often stored in logs.
  print(`HOST_TOKEN is not set; callers need the token in ${file}`);
  const current = await readFile(file, 'utf8').catch(() => '');
  if (current.trim()) return current.trim();
  const token = randomBytes(32).toString('base64url');
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  return token;
}

/** Returns the error with its stack, or only the message if the cause is outside of the program. */
function explain(error: unknown): string {
  if (error instanceof DatabaseUnreachableError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : toErrorText(error);
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
