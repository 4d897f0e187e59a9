import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { sqlOn } from './database';
import { type RunningPanel, startPanel } from './panel';
import { Visitor } from './visitor';

/** Starts a panel with its embedded host and the demo study for all tests of a file. */
export function demoPanel(env: Record<string, string> = {}) {
  const demo = {} as { panel: RunningPanel };
  beforeAll(async () => {
    demo.panel = await startPanel({
      DEMO_DATA: 'on',
      // All tests share one IP address, which throttles would block. Other tests cover the throttles.
      SIGN_IN_ATTEMPTS: '1000000',
      ACCOUNT_REQUESTS: '1000000',
      ...env,
    });
  });
  afterAll(() => demo.panel.stop());
  return {
    get panel() {
      return demo.panel;
    },
    ...readPanel(() => demo.panel),
    /** Returns the mails that the panel has written to its outbox, oldest first. */
    mails(): string[] {
      const outbox = path.join(demo.panel.dataDir, 'outbox');
      return readdirSync(outbox)
        .sort()
        .map((name) => unfold(readFileSync(path.join(outbox, name), 'utf8')));
    },
  };
}

type Location = Pick<RunningPanel, 'url' | 'dataDir'>;

/**
 * Returns the panel with the demo study that the global setup has started for all files whose tests save nothing. On
 * PostgreSQL, starts a panel for the file.
 */
export function sharedDemo(): { panel: Location } & ReturnType<typeof readPanel> {
  const { SHARED_DEMO_URL: url, SHARED_DEMO_DATA: dataDir } = process.env;
  if (!url || !dataDir) return demoPanel();
  const panel = { url, dataDir };
  return { panel, ...readPanel(() => panel) };
}

function readPanel(getPanel: () => Location) {
  const sql = (statement: string, ...values: unknown[]) =>
    sqlOn(getPanel().dataDir, statement, values);
  return {
    stranger: () => new Visitor(getPanel().url),
    async signedIn(role: keyof typeof demoSignIns = 'administrator'): Promise<Visitor> {
      const { username, password } = demoSignIns[role];
      return new Visitor(getPanel().url).signIn(username, password);
    },
    /** Runs one statement on the study's database, for example to simulate that time has passed. */
    sql,
    /** Runs one statement on the database of the API host, which is the same. */
    hostSql: sql,
  };
}

/** Decodes the parts of quoted-printable that these mails use. */
function unfold(mail: string): string {
  return mail.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
}
