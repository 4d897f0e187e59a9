import path from 'node:path';
import { onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { dropDatabase, getDatabaseUrl } from './database';
import { tempFolder } from './folders';
import { TEST_KEY } from './keys';
import { startPanel } from './panel';
import { builtCli, run } from './run';
import { Visitor } from './visitor';

/**
 * Makes a data folder with the demo study for one test. `open` starts a panel on the folder and signs in an
 * administrator. `command` runs a command of the build on the same data. Both use TEST_KEY unless `env` has another
 * key.
 */
export function makePanels(dataDir = path.join(tempFolder(), 'data')) {
  onTestFinished(() => dropDatabase(dataDir));
  const open = async (env: Record<string, string> = {}) => {
    const panel = await startPanel({ DATA_DIR: dataDir, DEMO_DATA: 'on', ...env });
    onTestFinished(() => panel.stop());
    const { username, password } = demoSignIns.administrator;
    return { panel, visitor: await new Visitor(panel.url).signIn(username, password) };
  };
  const command = async (name: string, args: string[] = [], env: Record<string, string> = {}) => {
    const url = (await getDatabaseUrl(dataDir)) ?? '';
    const keys = { PANEL_KEY: TEST_KEY, DATA_DIR: dataDir, DATABASE_URL: url };
    return run('node', [...builtCli, name, ...args], { env: { ...process.env, ...keys, ...env } });
  };
  return { dataDir, open, command };
}

/** Adds an SMS phone with the first name, and then saves it with each of the others. Returns the phone's id. */
export async function addSmsPhone(visitor: Visitor, names: readonly string[]): Promise<string> {
  const [first = '', ...others] = names;
  await visitor.open('/sms-phone/add');
  const category = visitor.document.querySelector<HTMLOptionElement>('select option[value="1"]');
  await visitor.press('Save', {
    Name: first,
    Number: `+26097${Math.floor(Math.random() * 1e7)
      .toString()
      .padStart(7, '0')}`,
    Category: category?.textContent ?? '',
    Status: 'Active',
  });
  for (const name of others) await visitor.press('Save', { Name: name });
  return visitor.url.split('/').at(-1) ?? '';
}
