import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { getDatabaseUrl } from '../support/database';
import { demoPanel } from '../support/embedded';
import { tempFolder } from '../support/folders';
import { builtCli, run } from '../support/run';

const demo = demoPanel();

async function trace(...args: string[]) {
  const { dataDir } = demo.panel;
  const url = await getDatabaseUrl(dataDir);
  const env = { ...process.env, DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) };
  return run('node', [...builtCli, 'export:trace', ...args], { env });
}

it('refuses a missing file, more than one, and a file that no export has made', async () => {
  const file = path.join(tempFolder(), 'other.csv');
  writeFileSync(file, 'id\n1\n');
  expect((await trace()).stderr).toContain('Name one file');
  expect(await trace(file, file)).toMatchObject({ status: 1 });
  expect((await trace(`${file}.no`)).stderr).toContain('There is no file');
  const unknown = await trace(file);
  expect(unknown.status).toBe(1);
  expect(unknown.stderr).toMatch(/^No export of this panel has the SHA-256 [0-9a-f]{64}/);
});

it('leads from a file, or from the readme in a changed one, to its export', async () => {
  const visitor = await demo.signedIn('researcher');
  const body = new URLSearchParams({ format: 'json', style: 'words' });
  const list = '/export-as/participants?cols=study_number,own_phone&own_phone.in=Yes';
  const made = await visitor.request(list, { method: 'POST', body });
  const address = made.headers.get('location') ?? '';
  await expect
    .poll(async () => (await visitor.request(`${address}/data`)).status, { interval: 500 })
    .toBe(200);
  const folder = tempFolder();
  const save = async (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return (await trace(file)).stdout;
  };
  const text = await (await visitor.request(`${address}/data`)).text();
  const { Export: id } = JSON.parse(text).readme;
  const found = await save('file.json', text);
  expect(found).toContain('The file is unchanged since this export.');
  expect(found).toContain(`Export: ${id}\nUser: lungile@panel.example`);
  expect(found).toMatch(
    /Exported \d+ rows of Participants as json with words, pseudonymised, without free text: columns Study No, Own Phone; where Own Phone /,
  );
  const changed = await save('changed.json', text.replace('"rows":[', '"rows":[ '));
  expect(changed).toContain('The file names this export, but it is not the exported file');
  expect(changed).toContain(`Export: ${id}`);
  const readme = await (await visitor.request(`${address}/readme`)).text();
  expect(await save('readme.txt', readme)).toContain(`Export: ${id}`);
});
