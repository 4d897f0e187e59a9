import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { tempFolder } from '../support/folders';
import { startPanel } from '../support/panel';
import { run } from '../support/run';
import { Visitor } from '../support/visitor';

const root = path.resolve(import.meta.dirname, '../..');

/** Copies the project's files, and returns the folder. */
function copyProject(): string {
  const folder = tempFolder();
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean))
    cpSync(path.join(root, file), path.join(folder, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Follows the recipe in a copy of the project, and does nothing else. Returns the number of its steps. */
function followRecipe(folder: string): number {
  const page = readFileSync(path.join(folder, 'CONTRIBUTING.md'), 'utf8');
  const [, recipe = ''] = /^## Recipe: an entity\n(.*?)^## /ms.exec(page) ?? [];
  const steps = [
    ...recipe.matchAll(
      /^\*\*(?:New file|In) `([^`]+)`(?:, after `([^`]+)`)?\*\*\n\n```tsx?\n(.*?)```$/gms,
    ),
  ];
  for (const [, name = '', anchor, code = ''] of steps) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (anchor === undefined) writeFileSync(file, code, { flag: 'wx' });
    else insertAfter(file, anchor, code);
  }
  return steps.length;
}

function insertAfter(file: string, anchor: string, code: string): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  const index = lines.findIndex((line) => line.trim() === anchor);
  if (index < 0) throw new Error(`${file} has no line ${anchor}`);
  lines.splice(index + 1, 0, code.trimEnd());
  writeFileSync(file, lines.join('\n'));
}

it('an entity that is added by the recipe can be saved, listed, exported, imported, deleted, restored and audited', async () => {
  const folder = copyProject();
  expect(followRecipe(folder)).toBe(10);
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' };
  const types = await run('npx', ['tsc', '--incremental', 'false'], { cwd: folder, env });
  expect(types.stdout + types.stderr).not.toMatch(/error TS/);
  const build = await run('npm', ['run', '--silent', 'build'], { cwd: folder, env });
  expect(build.status, build.stderr).toBe(0);

  const panel = await startPanel(
    { DEMO_DATA: 'on' },
    { cwd: folder, command: ['node', 'build/server/cli.js', 'start'] },
  );
  onTestFinished(() => panel.stop());
  const { username, password } = demoSignIns.administrator;
  const visitor = await new Visitor(panel.url).signIn(username, password);
  const toast = () => visitor.page.getByRole('status').textContent;

  // Refused first, then added.
  await visitor.open('/language/add');
  await visitor.press('Save', { Code: 'bem', Status: 'Active' });
  expect(visitor.status).toBe(400);
  expect(visitor.page.getByRole('alert').textContent).toContain('Name is required');
  for (const [name, code] of [
    ['Bemba', 'bem'],
    ['Nyanja', 'nya'],
  ] as const) {
    await visitor.open('/language/add');
    await visitor.press('Save', { Name: name, Code: code, Status: 'Active' });
    expect(toast()).toBe('The language has been successfully saved!');
  }
  const edited = new URL(visitor.url).pathname;
  await visitor.open('/language/add');
  await visitor.press('Save', { Name: 'BEMBA', Status: 'Active' });
  expect(visitor.page.getByRole('alert').textContent).toContain("The language 'BEMBA' exists");

  // Listed and filtered.
  await visitor.open('/languages?l_status=Active&language_name=nyan');
  expect(visitor.page.getByText('1–1 of 1')).toBeTruthy();
  expect(visitor.page.getByRole('link', { name: 'Nyanja' })).toBeTruthy();

  // Edited.
  await visitor.open(edited);
  await visitor.press('Save', { Name: 'Chewa', Status: 'Disabled' });
  expect(toast()).toBe('The language has been successfully saved!');

  // Exported.
  const csv = await visitor.request('/export/languages', { method: 'POST' });
  expect(await csv.text()).toMatch(/^\uFEFF?ID,Name,Code,Status,User,Date\r?\n.*Bemba,bem,Active,/);

  // Imported.
  await visitor.open('/import');
  const file = new File(['Name,Code,Status\nTonga,toi,Active\n'], 'languages.csv');
  await visitor.press('Check file', { List: 'Languages' }, { File: file });
  await expect
    .poll(async () => (await visitor.open(visitor.url)).document.body.textContent)
    .toContain('Import 1 row');
  await visitor.press('Import 1 row');
  await expect
    .poll(async () => (await visitor.open('/languages')).document.body.textContent)
    .toContain('Tonga');

  // Deleted.
  await visitor.open(edited.replace('/language/edit/', '/delete/language/'));
  await visitor.press('Delete');
  expect(toast()).toBe('The language has been successfully deleted! Undo');
  await visitor.press('Undo');
  expect(toast()).toBe('The language has been successfully restored!');

  // Audited.
  const entries = async (action: string, title = 'Languages') => {
    await visitor.open(`/audit?audit_title=${title}&audit_action=${action}`);
    return visitor.document.body.textContent;
  };
  await expect.poll(() => entries('Add')).toContain('Added language');
  expect(await entries('Update')).toContain('Updated language');
  expect(await entries('Import', 'Import Data')).toContain(
    'Imported language: 1 new, 0 changed, 0 unchanged, from languages.csv',
  );
  expect(await entries('Delete')).toContain('Deleted language');
  expect(await entries('Export')).toContain('Exported 2 rows of Languages');
});
