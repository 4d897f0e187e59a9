import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { databaseUrlOf, dropDatabaseOf } from '../support/database';
import { tempFolder } from '../support/folders';
import { facility } from '../support/forms';
import { TEST_KEY } from '../support/keys';
import { startPanel } from '../support/panel';
import { builtCli } from '../support/run';
import { Visitor } from '../support/visitor';

const HOST_TOKEN = 'a-token-of-16-or-more';

/** Starts `npm run host` on the demo study, and returns its address. */
async function startHost(): Promise<string> {
  const dataDir = tempFolder();
  const databaseUrl = await databaseUrlOf(dataDir);
  const child = spawn('node', [...builtCli, 'host'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_DATA: 'on',
      HOST_TOKEN,
      PANEL_KEY: TEST_KEY,
      AUDIT_CHECKPOINT_MINUTES: '0',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    await dropDatabaseOf(dataDir);
  });
  let output = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the host ended:\n${output}`)));
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /The API host listens on (http:\/\/\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
}

it('the embedded host, elsewhere, keeps every field of every form', async () => {
  const panel = await startPanel({ API_HOST_URL: await startHost(), API_HOST_TOKEN: HOST_TOKEN });
  onTestFinished(() => panel.stop());
  const { username, password } = demoSignIns.administrator;
  const visitor = await new Visitor(panel.url).signIn(username, password);
  const toast = () => visitor.page.getByRole('status').textContent;

  for (const entity of [
    'country',
    'color',
    'notification',
    'facility',
    'pfacility',
    'resource',
    'quiz',
    'sms-category',
    'sms-phone',
    'sms-message',
    'user',
  ]) {
    for (const id of [2, 3]) {
      await visitor.open(`/${entity}/edit/${id}`);
      await visitor.press('Save');
      expect([entity, toast()]).toEqual([entity, expect.stringContaining('successfully saved!')]);
    }
  }
  await visitor.open('/facility/add');
  await visitor.press('Save', {
    ...facility,
    Latitude: '-15.40',
    Content: '<p>Open &amp; <b>free</b></p>\n<ul>\n  <li>Mondays</li>\n</ul><script>x</script>',
  });
  expect(toast()).toContain('successfully saved!');
});
