import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { sqlOn } from './database';
import { type RunningPanel, startPanel } from './panel';
import { envelope, type RecordingHost, startRecordingHost } from './recording-host';
import { Visitor } from './visitor';

/**
 * The row of a user as some remote hosts send it. Unlike the rows of the embedded host, it contains a password hash,
 * and one of its two numbers is a text.
 */
export const ann = {
  user_id: '7',
  user_username: 'ann',
  user_fname: 'Ann',
  user_lname: 'Banda',
  user_email: 'ann@study.example',
  user_phone: null,
  user_role: 1,
  u_status: 'Active',
  user_password: '$2y$10$secret-hash-of-ann',
  user_createuser: 'root',
  user_createdate: '2024-03-05 10:00:00',
};

/** A recording API host, and a panel that uses it. */
interface Started {
  host: RecordingHost;
  panel: RunningPanel;
}

/** The panel that files of this process share. */
let shared: Promise<Started> | undefined;

/**
 * Starts a panel with a recording API host for the tests of a file, and signs in a visitor for each test. With
 * `oneSession`, all tests share one session, which is faster, but they must not change the session. With `shared`, files
 * also share the panel, so they must leave nothing in its store or its memory that other tests could notice.
 */
export function remotePanel(
  env: Record<string, string> = {},
  options: { oneSession?: boolean; shared?: boolean } = {},
) {
  let first: Visitor | undefined;
  const remote = {
    /** Runs one statement on the panel's store, for example to simulate that time has passed. */
    sql: (statement: string, ...values: unknown[]) =>
      sqlOn(remote.panel.dataDir, statement, values),
  } as Started & {
    visitor: Visitor;
    sql: (statement: string, ...values: unknown[]) => Promise<unknown[]>;
  };
  const { SHARED_PANELS: folder } = process.env;
  const oneSession = options.oneSession ?? options.shared;
  const lasts = options.shared && folder !== undefined;
  beforeAll(async () => {
    if (lasts) shared ??= startShared(folder, env);
    const { host, panel } = await (lasts && shared ? shared : start(env));
    // Files before this one have left lines in the output of a shared panel.
    const before = panel.output().length;
    Object.assign(remote, {
      host,
      panel: { ...panel, output: () => panel.output().slice(before) },
    });
  });
  beforeEach(async () => {
    remote.host.on('login', () => envelope([ann]));
    remote.visitor = new Visitor(remote.panel.url, first);
    if (!first) await remote.visitor.signIn();
    if (oneSession) first = remote.visitor;
    remote.host.calls.length = 0;
  });
  afterEach(() => remote.host.reset());
  afterAll(async () => {
    if (lasts) return;
    await remote.panel.stop();
    await remote.host.stop();
  });
  return remote;
}

async function start(env: Record<string, string>): Promise<Started> {
  const host = await startRecordingHost();
  const panel = await startPanel({
    API_HOST_URL: host.url,
    // Other tests cover the time limits of calls.
    API_TIMEOUT_MS: '60000',
    UPLOAD_TIMEOUT_MS: '60000',
    // All tests share one IP address, which throttles would block. Other tests cover the throttles.
    SIGN_IN_ATTEMPTS: '1000000',
    ACCOUNT_REQUESTS: '1000000',
    // The host has different rows in each test.
    LIST_CACHE_SECONDS: '0',
    ...env,
  });
  return { host, panel };
}

/** Starts a panel that the global setup stops, because it must outlive the file. */
async function startShared(folder: string, env: Record<string, string>): Promise<Started> {
  const started = await start({ ...env, DATA_DIR: mkdtempSync(path.join(folder, 'remote-')) });
  writeFileSync(path.join(folder, 'pids', String(started.panel.pid)), '');
  return started;
}
