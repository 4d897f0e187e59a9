import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../support/folders';
import { startPanel } from '../support/panel';

const root = path.resolve(import.meta.dirname, '../..');
const handbook = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');

/** Returns the commands of a chapter, in order. */
function getCommands(chapter: string): string[] {
  const text = handbook.split(/^## /m).find((part) => part.startsWith(`${chapter}\n`)) ?? '';
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );
}

it('the upgrade installs the unit of the new version before it starts the service', () => {
  const commands = getCommands('Upgrade');
  const at = (start: string) => commands.findIndex((command) => command.startsWith(start));
  const order = [
    at('systemctl stop study-panel'),
    at('ln -sfn /opt/study-panel-2 /opt/study-panel'),
    at('install -m 644 /opt/study-panel/deploy/panel.service /etc/systemd/system/'),
    at('systemctl daemon-reload'),
    at('systemctl start study-panel'),
  ];
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(existsSync(path.join(root, 'deploy/panel.service'))).toBe(true);
});

it('the command that copies the uploads out of a container works before the first upload', async () => {
  const command = getCommands('Backup').find((line) => line.includes('exec -T panel tar'));
  const [program = '', ...args] = (command ?? '')
    .replace(/^docker compose exec -T panel /, '')
    .replace(/ > .*/, '')
    .split(' ');
  expect(program).toBe('tar');
  const data = tempFolder();
  const panel = await startPanel({ DATA_DIR: data });
  onTestFinished(() => panel.stop());
  const copy = spawnSync(
    program,
    args.map((word) => (word === '/data' ? data : word)),
  );
  expect([copy.status, copy.stderr.toString()]).toEqual([0, '']);
  const names = spawnSync('tar', ['--list'], { input: copy.stdout, encoding: 'utf8' });
  expect(names.stdout).toBe('files/\n');
});
