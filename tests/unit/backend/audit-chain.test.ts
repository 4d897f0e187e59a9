import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../backend/verify';
import { onPostgres, sqlOn } from '../../support/database';
import { startHost, type TestHost } from './support';

/** A host with a few entries of each kind. */
async function hostWithEntries(): Promise<TestHost> {
  const host = await startHost();
  for (let n = 1; n <= 5; n++) {
    const entry = {
      uid: '0',
      uusername: 'ann',
      utitle: 'Users',
      uaction: 'View',
      udescription: `${n}`,
    };
    await host.post('audit/update', entry);
    await host.post('login/update', { uid: '0', uusername: 'ann', usource: 'Web' });
    await host.post('log/update', { ...entry, uexception: 'TimeoutError' });
  }
  return host;
}

async function faults({ db }: TestHost): Promise<string[]> {
  return (await verifyAudit(db)).flatMap((report) => report.faults);
}

/** What someone with the database itself can do: without the triggers, past the host. */
async function tamper({ dataDir }: TestHost, statements: string): Promise<void> {
  for (const table of ['audit_entry', 'login_entry', 'log_entry'])
    for (const change of ['update', 'delete']) {
      const trigger = `${table}_no_${change}`;
      await sqlOn(dataDir, 'host', `drop trigger ${trigger}${onPostgres ? ` on ${table}` : ''}`);
    }
  for (const statement of statements.split('; ')) await sqlOn(dataDir, 'host', statement);
}

describe('ASVS 16.4.2: the entries of the audit trail', () => {
  it('of one moment are written together, each with an id of its own', async () => {
    const host = await startHost();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        host.post('audit/update', { uusername: 'ann', utitle: `Screen ${n}` }),
      ),
    );
    expect(answers.map(({ items }) => [items[0].audit_id, items[0].audit_title])).toEqual(
      Array.from({ length: 50 }, (_, n) => [n + 1, `Screen ${n}`]),
    );
    const { items } = await host.get('audit/list?sort=audit_id');
    expect(items.map((row) => row.audit_title)).toEqual(items.map((_, n) => `Screen ${n}`));
    expect(await faults(host)).toEqual([]);
  });

  it('verify as they were written, those of the demo study too', async () => {
    expect(await faults(await hostWithEntries())).toEqual([]);
    const demo = await startHost({ demo: true });
    const reports = await verifyAudit(demo.db);
    expect(reports.map(({ entries }) => entries)).toEqual([400, 250, 30]);
    expect(reports.flatMap((report) => report.faults)).toEqual([]);
  });

  it('verify when a text was cut in the middle of a character', async () => {
    const host = await startHost();
    for (const length of [252, 253, 254, 255])
      await host.post('audit/update', {
        uid: '0',
        uusername: 'ann',
        utitle: `${'x'.repeat(length)}🙂🙂🙂`,
        uaction: 'View',
        udescription: '',
      });
    expect(await faults(host)).toEqual([]);
  });

  it.each(['audit', 'login', 'log'])('cannot be changed or deleted in SQL: %s', async (noun) => {
    const { db } = await hostWithEntries();
    const change = db.updateTable(`${noun}_entry`).set({ [`${noun}_username`]: 'eve' });
    await expect(change.execute()).rejects.toThrow(/stay as they are/);
    await expect(db.deleteFrom(`${noun}_entry`).execute()).rejects.toThrow(/stay as they are/);
  });

  it.each([
    [
      'a changed text',
      "update audit_entry set audit_description = 'x' where audit_id = 3",
      'Entry 3 was changed',
    ],
    [
      'a changed user',
      "update login_entry set login_username = 'eve' where login_id = 5",
      'Entry 5 was changed',
    ],
    [
      'a changed time',
      "update log_entry set log_date = '2020-01-01 00:00:00' where log_id = 1",
      'Entry 1 was changed',
    ],
    [
      'a text that became empty',
      'update log_entry set log_exception = null where log_id = 2',
      'Entry 2 was changed',
    ],
    ['a removed one', 'delete from audit_entry where audit_id = 3', 'Entry 3 was removed'],
    [
      'the first removed',
      'delete from audit_entry where audit_id = 1',
      'Entry 2 was changed or inserted, or one before it was removed',
    ],
    [
      'the last two removed',
      'delete from audit_entry where audit_id > 3',
      'Entries 4 to 5 were removed',
    ],
    ['all removed', 'delete from audit_entry', 'Entries 1 to 5 were removed'],
    [
      'the head removed',
      "delete from chain_head where chain_table = 'audit_entry'",
      'The head of the chain was removed',
    ],
    [
      'one inserted at the end',
      "insert into audit_entry (audit_id, audit_username) values (6, 'eve')",
      'Entry 6 was',
    ],
    [
      'two that changed places',
      'update audit_entry set audit_id = -audit_id where audit_id in (2, 3); update audit_entry set audit_id = 5 + audit_id where audit_id < 0',
      'Entry 2 was changed',
    ],
  ])('show %s', async (_, statement, fault) => {
    const host = await hostWithEntries();
    await tamper(host, statement);
    expect((await faults(host)).join('\n')).toContain(fault);
  });

  it('go on from the last one after a restart and from several requests at once', async () => {
    const host = await hostWithEntries();
    const add = (n: number) =>
      host.post('audit/update', {
        uid: '0',
        uusername: 'ann',
        utitle: 'Users',
        uaction: 'View',
        udescription: `${n}`,
      });
    await Promise.all(Array.from({ length: 20 }, (_, n) => add(n)));
    await host.close();
    const again = await startHost({ dataDir: host.dataDir });
    await again.post('audit/update', {
      uid: '0',
      uusername: 'ann',
      utitle: 'Users',
      uaction: 'View',
      udescription: 'x',
    });
    expect(await faults(again)).toEqual([]);
    expect((await verifyAudit(again.db))[0].entries).toBe(26);
  });
});

describe('npm run audit:verify', () => {
  const run = (dataDir: string, databaseUrl = '') =>
    spawnSync('node', ['--import', 'tsx', 'backend/verify-audit.ts'], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
      encoding: 'utf8',
    });

  it('says in a sentence that there is nothing to verify', async () => {
    const { status, stderr } = run('/nowhere');
    expect(status).toBe(1);
    expect(stderr.trim()).toMatch(/^There is no audit trail at/);
  });

  it('ends with 0 beside a running host, and with 1 and the entry after tampering', async () => {
    const host = await hostWithEntries();
    const good = run(host.dataDir, host.databaseUrl);
    expect(good.stdout).toContain('audit_entry: 5 entries, as they were written. Digest: ');
    expect(good.status).toBe(0);
    await tamper(host, "update audit_entry set audit_action = 'Add' where audit_id = 2");
    const bad = run(host.dataDir, host.databaseUrl);
    expect(bad.stdout).toContain('NOT as they were written');
    expect(bad.stdout).toContain('Entry 2 was changed');
    expect(bad.status).toBe(1);
  });
});
