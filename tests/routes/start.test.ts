import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { everyCase } from '../support/full';
import { type RunningPanel, startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

const running: RunningPanel[] = [];
const folders: string[] = [];

async function start(env: Record<string, string> = {}) {
  const panel = await startPanel(env);
  running.push(panel);
  return panel;
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'start-'));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((panel) => panel.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Starts a panel that must end with code 1. Returns its output. */
async function readRefusal(env: Record<string, string>): Promise<string> {
  const error = await startPanel(env).then(
    async (panel) => {
      await panel.stop();
      throw new Error('the panel has started');
    },
    (error: Error) => error.message,
  );
  const [first, ...rest] = error.split('\n');
  expect(first).toMatch(/^the panel ended with code 1/);
  return rest.join('\n').trim();
}

describe('a start that cannot work', () => {
  it('prints one sentence for each error of the configuration, and nothing else', async () => {
    const said = await readRefusal({ PORT: 'abc', API_TIMEOUT_MS: '1', SUPPORT_EMAILS: 'nobody' });
    const lines = said.split('\n');
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
      'API_TIMEOUT_MS',
      'PORT',
      'SUPPORT_EMAILS',
    ]);
    for (const line of lines) expect(line).toMatch(/^[A-Z_]+ is not valid: .+\.$/);
  });

  it('says that the port is in use, and prints no link to set a password', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const said = await readRefusal({ PORT: String(port), DATA_DIR: newFolder() });
    expect(said).toBe(`Port ${port} is in use: stop what uses it, or set PORT to another one.`);
    await new Promise((resolve) => blocker.close(resolve));
  });

  it('refuses a data folder that another process has open, in one sentence', async () => {
    const dataDir = newFolder();
    await start({ DATA_DIR: dataDir });
    const said = await readRefusal({ DATA_DIR: dataDir });
    expect(said.split('\n')).toHaveLength(1);
    expect(said).toContain(dataDir);
  });
});

describe('a new data folder', () => {
  it('prints one link, at the panel’s own port, that sets the first password once', async () => {
    const panel = await start();
    const links = panel.output().match(/http:\S+\/change-password\/\S+/g) ?? [];
    expect(links).toHaveLength(1);
    expect(links[0]?.startsWith(panel.url)).toBe(true);
    const link = new URL(links[0] ?? '').pathname;

    const visitor = new Visitor(panel.url);
    await visitor.open(link);
    const password = 'a long enough password';
    await visitor.press('Set password', {
      'New password': password,
      'Confirm password': password,
    });
    expect(visitor.url).toBe(`${panel.url}/login`);
    await visitor.press('Sign in', { Email: 'admin@panel.example', Password: password });
    expect(visitor.title).toBe('Home');

    const second = await new Visitor(panel.url).open(link);
    expect(second.status).toBe(404);
    expect(second.page.queryByLabelText('New password')).toBeNull();
  });

  if (everyCase)
    it('prints no link if somebody has a password', async () => {
      const dataDir = newFolder();
      const first = await start({ DATA_DIR: dataDir, DEMO_DATA: 'on' });
      expect(first.output()).toContain('mwansa@panel.example / demo-administrator');
      expect(first.output()).not.toContain('/change-password/');
      await first.stop();
      running.splice(0);
      const again = await start({ DATA_DIR: dataDir });
      expect(again.output()).not.toContain('/change-password/');
    });
});
