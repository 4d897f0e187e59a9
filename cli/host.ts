import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { defaultTopic, topicSchema } from 'shared/push-topic';
import { z } from 'zod';
import { DatabaseUnreachableError } from '../backend/db/postgres';
import { refused } from '../backend/envelope';
import { checkpointFolderOf, keySettings } from '../backend/keys/key-settings';
import { openKeys } from '../backend/keys/open-keys';
import { mailer } from '../backend/mail';
import { openHost } from '../backend/start';
import { drainOf } from '../server/drain';
import { createLimitedServer } from '../server/limits';
import { listen } from '../server/listen';
import { type StopLog, stopInOrder } from '../server/stop-in-order';
import { takeTurnInTime } from '../server/turns';
import { toErrorText } from '../shared/error-text';

const settingsSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  DATA_DIR: z.string().default('../backend/data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  FILES_DIR: z.string().optional(),
  HOST_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .regex(/^[A-Za-z0-9._~+/-]+=*$/, 'must have only letters, digits and . _ ~ + / - (RFC 6750)')
    .optional(),
  STUDY_TIME_ZONE: z
    .string()
    .default('Africa/Lusaka')
    .refine(isTimeZone, 'must be an IANA time zone'),
  PRODUCT_SLUG: z.string().default('study'),
  PUSH_TOPIC: topicSchema.optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
  ADMIN_EMAIL: z.email().default('admin@panel.example'),
  ACCOUNT_APPROVAL: z.enum(['on', 'off']).default('on'),
  RESEARCHERS_MANAGE_USERS: z.enum(['on', 'off']).default('on'),
  /** Failed sign-ins of an account in 15 minutes; the panel's own waits come first. */
  SIGN_IN_ATTEMPTS: z.coerce.number().int().min(1).max(1_000_000).default(10),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().default('no-reply@panel.example'),
  /** Percent, inclusive. */
  QUIZ_PASS_MARK: z.coerce.number().min(0).max(100).default(80),
  DEMO_DATA: z.enum(['on', 'off']).default('off'),
  ...keySettings,
});

/** Runs `npm run host`: the API host alone, over HTTP. */
export async function run(): Promise<void> {
  const given = Object.entries(process.env).filter(([, value]) => value !== '');
  const { data: settings, error } = settingsSchema.safeParse(Object.fromEntries(given));
  if (error)
    throw new Error(
      error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  const dataDir = path.resolve(settings.DATA_DIR);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const panelUrl = settings.PUBLIC_URL.replace(/\/+$/, '');
  const outbox = path.join(dataDir, 'outbox');
  if (!settings.SMTP_URL) print(`SMTP_URL is not set: mails are written to ${outbox}`);
  const { host, imports, setPasswordCode, notice, close } = await openHost({
    dataDir,
    keys: openKeys(settings),
    checkpoints: {
      folder: checkpointFolderOf(settings),
      minutes: settings.AUDIT_CHECKPOINT_MINUTES,
      onFailure: (error) => print(`audit checkpoint: ${explain(error)}`),
    },
    databaseUrl: settings.DATABASE_URL,
    filesDir: settings.FILES_DIR && path.resolve(settings.FILES_DIR),
    timeZone: settings.STUDY_TIME_ZONE,
    topic: settings.PUSH_TOPIC ?? defaultTopic(settings.PRODUCT_SLUG),
    panelUrl,
    accountApproval: settings.ACCOUNT_APPROVAL === 'on',
    sendMail: mailer({ smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, outbox }),
    adminEmail: settings.ADMIN_EMAIL,
    passMark: settings.QUIZ_PASS_MARK,
    researchersManageUsers: settings.RESEARCHERS_MANAGE_USERS === 'on',
    signInAttempts: settings.SIGN_IN_ATTEMPTS,
    accessToken: settings.HOST_TOKEN ?? (await keptToken(dataDir)),
    demo: settings.DEMO_DATA === 'on',
    logError: (error, what) => print(`${what}: ${explain(error)}`),
  });
  if (notice) print(notice);
  if (setPasswordCode)
    print(
      `Set the password of ${settings.ADMIN_EMAIL}: ${panelUrl}/change-password/${setPasswordCode}`,
    );

  const answer = getRequestListener((request, { incoming }) =>
    host.fetch(request, { address: incoming.socket.remoteAddress }),
  );
  // Whoever waits for the end of an import is told that it was interrupted.
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void imports.stop());
  const server = createLimitedServer(inTurn(answer));
  const drain = drainOf(server);
  const port = await listen(server, settings.PORT, settings.HOST);
  print(`The API host listens on http://${settings.HOST}:${port}`);
  stopInOrder({ drain, log: lines, settle: close });
}

/** Has requests begin one after the other; when too many wait, the panel takes a 503 for a host that is down. */
function inTurn(answer: RequestListener): RequestListener {
  return async (request, response) => {
    const isOn = request.url === '/healthz' || (await takeTurnInTime());
    if (response.destroyed) return;
    if (isOn) answer(request, response);
    else {
      response.writeHead(503, { 'Retry-After': '5', 'Content-Type': 'application/json' });
      response.end(JSON.stringify(refused('The host is busy')));
    }
  };
}

/** One line of JSON each, as the panel's log. */
const lines: StopLog = {
  info: () => {},
  error: (fields, msg) => print(JSON.stringify({ level: 'error', ...fields, msg })),
  fatal: (fields, msg) => print(JSON.stringify({ level: 'fatal', ...fields, msg })),
};

/** The token that the host made for itself at its first start, in a file that only its owner can read. */
async function keptToken(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'host-token');
  // Never the token itself: what is printed often ends in a log.
  print(`HOST_TOKEN is not set; callers need the token in ${file}`);
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.trim()) return kept.trim();
  const token = randomBytes(32).toString('base64url');
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  return token;
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Returns the error with its stack, or the message alone when the cause is outside of the program. */
function explain(error: unknown): string {
  if (error instanceof DatabaseUnreachableError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : toErrorText(error);
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
