import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { sqlOn } from './database';
import { demoPanel } from './embedded';
import { startFieldHost } from './field-host/field-host';
import { type FieldProfile, typical } from './field-host/profiles';
import { type RunningPanel, startPanel } from './panel';
import { runOwnHost } from './start-own-host';
import { Visitor } from './visitor';

type Env = Record<string, string>;

/** A panel with the demo study, whose databases a test can change. */
export interface StudyPanel
  extends Pick<
    ReturnType<typeof demoPanel>,
    'panel' | 'stranger' | 'signedIn' | 'sql' | 'hostSql'
  > {
  /** Returns all that the API host has printed. Undefined if the host is no process of its own. */
  readHostOutput?: () => string | undefined;
}

/** An API host that holds the demo study. */
interface StudiedHost {
  name: string;
  /** True if the host runs inside the panel. Only this host has a bin. */
  isEmbedded: boolean;
  /** Starts a panel that uses the host, for all tests of a file or of a `describe`. */
  start(env: Env): StudyPanel;
  /** Returns whether the host does not have a path, such as `quiz/list`. */
  lacks(wirePath: string): boolean;
}

/** The embedded host, the same host over HTTP, and a host as found in the field, which always sends whole lists. */
export const studiedHosts: readonly StudiedHost[] = [
  { name: 'the embedded host', isEmbedded: true, start: demoPanel, lacks: () => false },
  {
    name: 'the embedded host run as a remote host',
    isEmbedded: false,
    start: (env) => startRemoteStudy(env, runOwnHost),
    lacks: () => false,
  },
  {
    name: typical.name,
    isEmbedded: false,
    start: (env) => startRemoteStudy(env, (dataDir) => runFieldHost(typical, dataDir)),
    lacks: (wirePath) => typical.lacks?.paths.test(wirePath) ?? false,
  },
];

type Run = (dataDir: string) => Promise<{ env: Env; stop(): Promise<void>; output?: () => string }>;

async function runFieldHost(profile: FieldProfile, dataDir: string) {
  const { url, stop } = await startFieldHost(profile, dataDir);
  return { env: { API_HOST_URL: url, ...profile.settings }, stop };
}

function startRemoteStudy(env: Env, runHost: Run): StudyPanel {
  let panel: RunningPanel;
  let host: Awaited<ReturnType<Run>>;
  const hostDir = mkdtempSync(path.join(tmpdir(), 'studied-host-'));
  beforeAll(async () => {
    host = await runHost(hostDir);
    // The panel's own store gets the messenger's documents of the demo study.
    panel = await startPanel({
      DEMO_DATA: 'on',
      SIGN_IN_ATTEMPTS: '1000000',
      API_TIMEOUT_MS: '60000',
      ...host.env,
      ...env,
    });
  });
  afterAll(async () => {
    await panel.stop();
    await host.stop();
    rmSync(hostDir, { recursive: true, force: true });
  });
  return {
    get panel() {
      return panel;
    },
    readHostOutput: () => host.output?.(),
    stranger: () => new Visitor(panel.url),
    async signedIn(role: keyof typeof demoSignIns = 'administrator') {
      const { username, password } = demoSignIns[role];
      return new Visitor(panel.url).signIn(username, password);
    },
    sql: (statement, ...values) => sqlOn(panel.dataDir, statement, values),
    hostSql: (statement, ...values) => sqlOn(hostDir, statement, values),
  };
}
