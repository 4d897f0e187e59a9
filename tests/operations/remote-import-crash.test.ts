import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { getDatabaseUrl, sqlOn } from '../support/database';
import { findFreePort } from '../support/firestore';
import { tempFolder } from '../support/folders';
import { runs } from '../support/full';
import { checkFile } from '../support/import-steps';
import { startPanel } from '../support/panel';
import { builtCli, run } from '../support/run';
import { HOST_TOKEN, runOwnHost } from '../support/start-own-host';
import { Visitor } from '../support/visitor';

const ROWS = runs(1_000, 2_000);

const file = (kill: number) =>
  `Name,Description,Status\n${Array.from({ length: ROWS }, (_, n) => `Kill ${kill} ${n},x,Active\n`).join('')}`;

/** Starts a host and a panel that uses it, each on a folder of its own. */
async function startBoth() {
  const folders = { host: tempFolder(), panel: tempFolder() };
  const port = String(await findFreePort());
  const both = { host: await runOwnHost(folders.host, port), panel: await openPanel() };
  async function openPanel() {
    const env = { API_HOST_URL: `http://localhost:${port}`, API_HOST_TOKEN: HOST_TOKEN };
    return startPanel({ ...env, DATA_DIR: folders.panel, SIGN_IN_ATTEMPTS: '1000000' });
  }
  onTestFinished(async () => {
    await both.panel.stop();
    await both.host.stop();
  });
  const count = async (of: keyof typeof folders, statement: string) => {
    const [row] = await sqlOn(folders[of], of, `select count(*) as n from ${statement}`);
    return Number((row as { n: number }).n);
  };
  return {
    folders,
    count,
    async signIn() {
      const { username, password } = demoSignIns.administrator;
      return new Visitor(both.panel.url).signIn(username, password);
    },
    /** Kills one of the two, and starts it again. */
    async kill(name: keyof typeof folders) {
      if (name === 'host') {
        await both.host.kill();
        both.host = await runOwnHost(folders.host, port);
      } else {
        both.panel.signal('SIGKILL');
        await both.panel.ended;
        both.panel = await openPanel();
      }
    },
  };
}

it('an import into a remote host has each record in the history once, whichever side is killed on the way', async () => {
  const { folders, count, signIn, kill } = await startBoth();
  const written = "sms_category where sms_cat_name like 'Kill %'";
  const listed = "record_change where entity = 'sms-category' and action = 'Add'";
  for (let round = 1; round <= runs(2, 20); round += 1) {
    const before = { host: await count('host', written), panel: await count('panel', listed) };
    const visitor = await signIn();
    await checkFile(visitor, 'SMS Categories', file(round));
    void visitor.press(`Import ${ROWS.toLocaleString('en')} rows`).catch(() => undefined);
    // Kills the host while it writes the records, and the panel while it moves the changes.
    const killed = round % 2 === 0 ? 'panel' : 'host';
    await expect
      .poll(() => count(killed, killed === 'host' ? written : listed), { interval: 5 })
      .toBeGreaterThan(before[killed]);
    await kill(killed);
    const later = await signIn();
    await expect
      .poll(
        async () => {
          // The page has the panel ask the host again, which it otherwise does every minute.
          await later.open('/history/sms-category/1');
          return [await count('panel', 'remote_import'), await count('host', 'imported_change')];
        },
        { timeout: 200_000 },
      )
      .toEqual([0, 0]);
    expect(await count('host', written)).toBe(before.host + ROWS);
    expect(await count('panel', listed)).toBe(before.panel + ROWS);
    const distinct = `(select distinct record from ${listed}) as records`;
    expect(await count('panel', distinct)).toBe(before.panel + ROWS);
  }
  const verified = await run('node', [...builtCli, 'history:verify', '--without-checkpoints'], {
    env: {
      ...{ ...process.env, DATA_DIR: folders.panel },
      DATABASE_URL: (await getDatabaseUrl(folders.panel)) ?? '',
    },
  });
  expect(verified.stdout).toMatch(/^History: \d+ changes, verified\./);
  expect(verified.status).toBe(0);
});
