import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { onPostgres, sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { everyCase, sweep } from '../support/full';
import { addSmsPhone, makePanels } from '../support/reopened-panel';
import { startOwnHost } from '../support/start-own-host';

const CHECKPOINTS = { AUDIT_CHECKPOINT_MINUTES: '60' };

const readHead = async (dataDir: string) => {
  const [head] = await sqlOn(dataDir, 'select * from history_head');
  return Object(head) as { last_seq: number; last_digest: string; key: string; signature: string };
};

/** Removes the changes after those of an earlier head, and puts this head back. */
async function putBack(dataDir: string, head: Awaited<ReturnType<typeof readHead>>): Promise<void> {
  const { last_seq, last_digest, key, signature } = head;
  await sqlOn(dataDir, 'delete from record_change where seq > ?', [last_seq]);
  const columns = 'last_seq = ?, last_digest = ?, key = ?, signature = ?';
  const values = [last_seq, last_digest, key, signature];
  await sqlOn(dataDir, `update history_head set ${columns}`, values);
}

const hosts: [string, () => Promise<Record<string, string>>][] = [
  ['the embedded host', async () => ({})],
  ['a remote API host', async () => (await startOwnHost()).env],
];

it.each(sweep(hosts, (_host, place) => place === 0))(
  'history:verify reports with %s that changes were removed and an earlier head was put back, until somebody acknowledges this',
  async (_host, getEnv) => {
    const env: Record<string, string> = { ...CHECKPOINTS, ...(await getEnv()) };
    const { dataDir, open, command } = makePanels();
    const first = await open(env);
    await addSmsPhone(first.visitor, ['First', 'Second']);
    await first.panel.stop();
    const early = await readHead(dataDir);
    const second = await open(env);
    await addSmsPhone(second.visitor, ['Third', 'Fourth', 'Fifth']);
    await second.panel.stop();
    const file = path.join(`${dataDir}-keys`, 'audit-checkpoints.jsonl');
    const verified = await command('history:verify');
    expect(verified).toMatchObject({ status: 0, stderr: '' });
    expect(verified.stdout).toMatch(/History: 5 changes, verified\.\nCheckpoints: \d+ in /);
    expect(verified.stdout).toContain(file);

    await putBack(dataDir, early);
    const shortened = await command('history:verify');
    expect(shortened.status).toBe(1);
    expect(shortened.stdout).toMatch(
      /The history ends with change 2, but the checkpoint of .+ had 5 changes/,
    );
    const third = await open(env);
    expect(third.panel.output()).toMatch(/record_change ends with entry 2, but the checkpoint of/);
    await third.panel.stop();
    expect((await command('history:verify', ['--acknowledge', ' '])).stderr).toContain('Say why');
    const acknowledged = await command('history:verify', ['--acknowledge', 'a test of the alarm']);
    expect(acknowledged).toMatchObject({ status: 0, stderr: '' });
    expect(acknowledged.stdout).toContain('acknowledged: a test of the alarm');
    const kept = readFileSync(file, 'utf8');
    for (const empty of [() => writeFileSync(file, ''), () => rmSync(file)]) {
      empty();
      const unexpected = await command('history:verify');
      expect(unexpected.status).toBe(1);
      expect(unexpected.stdout).toContain('the file is missing, empty or of another panel');
      expect(await command('history:verify', ['--without-checkpoints'])).toMatchObject({
        status: 0,
      });
    }
    writeFileSync(file, kept);
    const isCovered = readFileSync(file, 'utf8').includes('"table":"audit_entry"');
    expect(isCovered).toBe(!('API_HOST_URL' in env));
  },
);

// With SQLite there is only one panel.
if (onPostgres || everyCase)
  it('several panels, on PostgreSQL at the same time, write checkpoints to one file', async () => {
    const { dataDir, open, command } = makePanels();
    const one = await open(CHECKPOINTS);
    // Only PostgreSQL lets two panels run at the same time.
    const other = onPostgres ? await open(CHECKPOINTS) : undefined;
    await addSmsPhone(one.visitor, ['First']);
    if (other) await addSmsPhone(other.visitor, ['Second']);
    await Promise.all([one.panel.stop(), other?.panel.stop()]);
    await (await open(CHECKPOINTS)).panel.stop();
    for (const name of ['history:verify', 'audit:verify'])
      expect(await command(name)).toMatchObject({ status: 0, stderr: '' });
    const lines = readFileSync(`${dataDir}-keys/audit-checkpoints.jsonl`, 'utf8')
      .trim()
      .split('\n');
    const { heads } = JSON.parse(lines.at(-1) ?? '');
    expect(heads.at(-1)).toMatchObject({ table: 'record_change', id: onPostgres ? 2 : 1 });
  });

if (!onPostgres)
  it('the first start after a restore accepts that the history is shorter than its checkpoints', async () => {
    const { dataDir, open, command } = makePanels();
    const first = await open(CHECKPOINTS);
    await addSmsPhone(first.visitor, ['First']);
    const backup = path.join(tempFolder(), 'backup');
    expect(await command('backup', [backup])).toMatchObject({ status: 0 });
    await addSmsPhone(first.visitor, ['Second', 'Third']);
    await first.panel.stop();
    const restored = path.join(tempFolder(), 'restored');
    expect(await command('restore', [backup, restored])).toMatchObject({ status: 0 });
    renameSync(dataDir, `${dataDir}-before`);
    renameSync(restored, dataDir);
    expect((await command('history:verify')).stdout).toMatch(/ends with change 1, but .+ had 3/);
    const second = await open(CHECKPOINTS);
    expect(second.panel.output()).not.toContain('the checkpoint failed');
    await second.panel.stop();
    const verified = await command('history:verify');
    expect(verified).toMatchObject({ status: 0, stderr: '' });
    expect(verified.stdout).toMatch(/restored: restored at .+ from the backup of/);
    expect(await command('audit:verify')).toMatchObject({ status: 0 });
  });
