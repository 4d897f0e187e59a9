import { request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { everyCase } from '../support/full';
import { startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

/** The number of rows. The system cannot buffer so many for a client that stops reading. */
const ROWS = 60_000;

/** Starts a panel and an export whose client stops reading after the first chunk. */
async function panelInExport() {
  const panel = await startPanel({ DEMO_DATA: 'on', DATA_DIR: tempFolder() });
  onTestFinished(() => panel.signal('SIGKILL'));
  const { username, password } = demoSignIns.administrator;
  const visitor = await new Visitor(panel.url).signIn(username, password);
  await sqlOn(
    panel.dataDir,
    `insert into color (color_name, color_code, color_status)
     with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})
     select '${'Colour '.repeat(60)}' || n, '#000000', 1 from numbers`,
    [],
  );
  const asking = request(`${panel.url}/export/colors`, {
    method: 'POST',
    headers: { cookie: visitor.cookieHeader, 'sec-fetch-site': 'same-origin' },
  });
  asking.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    asking.once('response', (answer) => {
      answer.on('error', () => {});
      if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
      // Reads one chunk and no more.
      answer.once('data', () => {
        answer.pause();
        resolve();
      });
    });
    asking.end();
  });
  /** Returns the log lines of warnings and errors. */
  const warnings = () =>
    panel
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level >= 40);
  return { panel, asking, warnings };
}

it('an export whose client disconnects causes one warning in the log, and no stack trace', async () => {
  const { panel, asking, warnings } = await panelInExport();
  asking.destroy();
  await expect.poll(warnings).toMatchObject([{ level: 40, msg: 'an export was interrupted' }]);
  await panel.stop();
  expect(warnings()).toHaveLength(1);
  expect(panel.output()).not.toMatch(/^\s+at /m);
  expect(panel.output()).not.toMatch(/^Error/m);
});

if (everyCase)
  it('SIGTERM: an export that nobody reads is cut in time, and the log gives the number of cut requests', async () => {
    const { panel, warnings } = await panelInExport();
    panel.signal('SIGTERM');
    expect(await panel.ended).toBe(1);
    expect(warnings()).toContainEqual(expect.objectContaining({ level: 50, requests: 1 }));
    expect(panel.output()).toContain('"msg":"stopped"');
    expect(panel.output()).not.toMatch(/^\s+at /m);
  });
