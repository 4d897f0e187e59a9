import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { z } from 'zod';
import { DataFolderInUseError } from './db/lock';
import { DatabaseUnreachableError } from './db/postgres';
import { mailer } from './mail';
import { openHost } from './start';

/** Then connections are cut: supervisors kill after ten seconds or more. */
const STOP_LIMIT_MILLISECONDS = 9_000;

const settingsSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  FILES_DIR: z.string().optional(),
  HOST_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  STUDY_TIME_ZONE: z
    .string()
    .default('Africa/Lusaka')
    .refine(isTimeZone, 'must be an IANA time zone'),
  PRODUCT_SLUG: z.string().default('study'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
  ADMIN_EMAIL: z.email().default('admin@panel.example'),
  ACCOUNT_APPROVAL: z.enum(['on', 'off']).default('on'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().default('no-reply@panel.example'),
  /** Percent, inclusive. */
  QUIZ_PASS_MARK: z.coerce.number().min(0).max(100).default(80),
  DEMO_DATA: z.enum(['on', 'off']).default('off'),
});

/** Starts the host alone, over HTTP. */
async function main(): Promise<void> {
  const given = Object.entries(process.env).filter(([, value]) => value !== '');
  const settings = settingsSchema.parse(Object.fromEntries(given));
  const dataDir = path.resolve(settings.DATA_DIR);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const panelUrl = settings.PUBLIC_URL.replace(/\/+$/, '');
  const outbox = path.join(dataDir, 'outbox');
  if (!settings.SMTP_URL) print(`SMTP_URL is not set: mails are written to ${outbox}`);
  const { host, setPasswordCode, notice, close } = await openHost({
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    filesDir: settings.FILES_DIR && path.resolve(settings.FILES_DIR),
    timeZone: settings.STUDY_TIME_ZONE,
    topic: settings.PRODUCT_SLUG,
    panelUrl,
    accountApproval: settings.ACCOUNT_APPROVAL === 'on',
    sendMail: mailer({ smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM, outbox }),
    adminEmail: settings.ADMIN_EMAIL,
    passMark: settings.QUIZ_PASS_MARK,
    accessToken: settings.HOST_TOKEN ?? (await keptToken(dataDir)),
    demo: settings.DEMO_DATA === 'on',
    logError: (error, what) => print(`${what}: ${explain(error)}`),
  });
  if (notice) print(notice);
  if (setPasswordCode)
    print(
      `Set the password of ${settings.ADMIN_EMAIL}: ${panelUrl}/change-password/${setPasswordCode}`,
    );

  const server = serve(
    { fetch: host.fetch, hostname: settings.HOST, port: settings.PORT },
    ({ port }) => print(`The API host listens on http://${settings.HOST}:${port}`),
  );
  let stopping = false;
  const stop = () => {
    // npm passes on a Ctrl-C that the process has had already.
    if (stopping) return;
    stopping = true;
    server.close(() => void close());
    setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections();
    }, STOP_LIMIT_MILLISECONDS).unref();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** The token that the host made for itself at its first start, which only its owner can read. */
async function keptToken(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'host-token');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.trim()) return kept.trim();
  const token = randomBytes(32).toString('base64url');
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  print(`HOST_TOKEN is not set; callers need this token, kept in ${file}: ${token}`);
  return token;
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** What went wrong, in a sentence where it is the operator's to mend. */
function explain(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n');
  if (error instanceof DataFolderInUseError || error instanceof DatabaseUnreachableError)
    return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}

main().catch((error: unknown) => {
  print(explain(error));
  process.exitCode = 1;
});
