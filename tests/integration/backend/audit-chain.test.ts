import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../backend/audit/chain';
import { byName } from '../../../shared/db/types';
import { defined } from '../../../shared/defined';
import { onPostgres, sqlOn } from '../../support/database';
import { getKeys, TEST_KEY, testKeys } from '../../support/keys';
import { run, sourceCli } from '../../support/run';
import { startHost, type TestHost } from '../../support/start-host';

/** Starts a host with five entries in each of the three logs. */
async function hostWithEntries(): Promise<TestHost> {
  const host = await startHost();
  const calls = Array.from({ length: 5 }, (_, n) => {
    const entry = {
      uid: '0',
      uusername: 'ann',
      utitle: 'Users',
      uaction: 'View',
      udescription: `${n + 1}`,
    };
    return [
      ['audit/update', entry],
      ['login/update', { uid: '0', uusername: 'ann', usource: 'Web' }],
      ['log/update', { ...entry, uexception: 'TimeoutError' }],
    ] as const;
  });
  // The host waits for other entries before it writes one, so it writes those that arrive together sooner.
  await Promise.all(calls.flat().map(([path, fields]) => host.post(path, fields)));
  return host;
}

async function errors({ db }: TestHost): Promise<string[]> {
  return (await verifyAudit(db, { ring: testKeys.ring })).flatMap((report) => report.errors);
}

/** Changes the database directly, without its triggers, as somebody with access to it can. */
async function tamper({ dataDir }: TestHost, statements: string): Promise<void> {
  for (const table of ['audit_entry', 'login_entry', 'log_entry'])
    for (const change of ['update', 'delete']) {
      const trigger = `${table}_no_${change}`;
      await sqlOn(dataDir, `drop trigger ${trigger}${onPostgres ? ` on ${table}` : ''}`);
    }
  if (!onPostgres) await sqlOn(dataDir, 'drop trigger audit_entry_no_replace');
  for (const statement of statements.split('; ')) await sqlOn(dataDir, statement);
}

describe('ASVS 16.4.2: the entries of the audit trail', () => {
  it('that arrive at the same time are all written, each with its own id', async () => {
    const host = await startHost();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        host.post('audit/update', { uusername: 'ann', utitle: `Screen ${n}` }),
      ),
    );
    expect(
      answers.map(({ items }) => [defined(items[0]).audit_id, defined(items[0]).audit_title]),
    ).toEqual(Array.from({ length: 50 }, (_, n) => [n + 1, `Screen ${n}`]));
    const { items } = await host.get('audit/list?sort=audit_id');
    expect(items.map((row) => row.audit_title)).toEqual(items.map((_, n) => `Screen ${n}`));
    expect(await errors(host)).toEqual([]);
  });

  it('are valid when nothing has altered them, in a new database and in the demo study', async () => {
    expect(await errors(await hostWithEntries())).toEqual([]);
    const demo = await startHost({ demo: true });
    const reports = await verifyAudit(demo.db);
    expect(reports.map(({ entries }) => entries)).toEqual([400, 250, 30]);
    expect(reports.flatMap((report) => report.errors)).toEqual([]);
  });

  it('are valid when a text was cut in the middle of a character', async () => {
    const host = await startHost();
    for (const length of [252, 253, 254, 255])
      await host.post('audit/update', {
        uid: '0',
        uusername: 'ann',
        utitle: `${'x'.repeat(length)}🙂🙂🙂`,
        uaction: 'View',
        udescription: '',
      });
    expect(await errors(host)).toEqual([]);
  });

  it.each(['audit', 'login', 'log'])(
    'cannot be changed or deleted in SQL: %s',
    async (wireName) => {
      const host = await hostWithEntries();
      const db = byName(host.db);
      const change = db.updateTable(`${wireName}_entry`).set({ [`${wireName}_username`]: 'eve' });
      await expect(change.execute()).rejects.toThrow(/stay as they are/);
      await expect(db.deleteFrom(`${wireName}_entry`).execute()).rejects.toThrow(
        /stay as they are/,
      );
    },
  );

  it.each([
    [
      'a changed text',
      "update audit_entry set audit_description = 'x' where audit_id = 3",
      'Entry 3 was altered',
    ],
    [
      'a changed user',
      "update login_entry set login_username = 'eve' where login_id = 5",
      'Entry 5 was altered',
    ],
    [
      'a changed time',
      "update log_entry set log_date = '2020-01-01 00:00:00' where log_id = 1",
      'Entry 1 was altered',
    ],
    [
      'a text that became empty',
      'update log_entry set log_exception = null where log_id = 2',
      'Entry 2 was altered',
    ],
    ['a removed entry', 'delete from audit_entry where audit_id = 3', 'Entry 3 was removed'],
    [
      'the first entry removed',
      'delete from audit_entry where audit_id = 1',
      'Entry 1 was removed',
    ],
    [
      'an entry inserted before the first',
      "insert into audit_entry (audit_id, audit_username) values (0, 'eve')",
      'Entry 0 was inserted',
    ],
    [
      'an inserted entry with a negative id',
      "insert into audit_entry (audit_id, audit_username) values (-7, 'eve')",
      'Entry -7 was inserted',
    ],
    [
      'an entry that an insert replaced',
      onPostgres
        ? "insert into audit_entry (audit_id, audit_username) values (3, 'eve') on conflict (audit_id) do update set audit_username = 'eve'"
        : "insert or replace into audit_entry (audit_id, audit_username) values (3, 'eve')",
      'Entry 3 was altered',
    ],
    [
      'the last entry removed and the head put back',
      "delete from audit_entry where audit_id = 5; update chain_head set last_id = 4, last_digest = (select entry_digest from audit_entry where audit_id = 4) where chain_table = 'audit_entry'",
      'The head of the chain was changed: its signature is not valid',
    ],
    [
      'all entries removed and the head emptied',
      "delete from audit_entry; update chain_head set last_id = 0, last_digest = '' where chain_table = 'audit_entry'",
      'The head of the chain was changed: its signature is not valid',
    ],
    [
      'the signature of the head removed',
      "update chain_head set head_key = null, head_signature = null where chain_table = 'audit_entry'",
      'The head of the chain has no signature',
    ],
    [
      'a signature that names another key',
      "update chain_head set head_key = '00000000' where chain_table = 'audit_entry'",
      'signed with the key 00000000, which is not available',
    ],
    [
      'the last two entries removed',
      'delete from audit_entry where audit_id > 3',
      'Entries 4 to 5 were removed',
    ],
    ['all entries removed', 'delete from audit_entry', 'Entries 1 to 5 were removed'],
    [
      'the head removed',
      "delete from chain_head where chain_table = 'audit_entry'",
      'The head of the chain was removed',
    ],
    [
      'a head inserted',
      "insert into chain_head (chain_table, last_id, last_digest) values ('audit_entry_2', 0, '')",
      'A head was inserted: the row audit_entry_2 of chain_head',
    ],
    [
      'an entry inserted at the end',
      "insert into audit_entry (audit_id, audit_username) values (6, 'eve')",
      'Entry 6 was',
    ],
    [
      'two entries that changed places',
      'update audit_entry set audit_id = -audit_id where audit_id in (2, 3); update audit_entry set audit_id = 5 + audit_id where audit_id < 0',
      'Entry 2 was altered',
    ],
  ])('are not valid with %s', async (_, statement, error) => {
    const host = await hostWithEntries();
    await tamper(host, statement);
    expect((await errors(host)).join('\n')).toContain(error);
  });

  it('cannot be replaced by an insert', async () => {
    const { db } = await hostWithEntries();
    const values = { audit_id: 3, audit_username: 'eve' };
    const replacing = onPostgres
      ? db
          .insertInto('audit_entry')
          .values(values)
          .onConflict((conflict) => conflict.column('audit_id').doUpdateSet(values))
      : db.replaceInto('audit_entry').values(values);
    await expect(replacing.execute()).rejects.toThrow(/stay as they are/);
  });

  it('that are added after a forged head do not make the head valid, and neither does a restart', async () => {
    const host = await hostWithEntries();
    await tamper(
      host,
      "delete from audit_entry where audit_id = 5; update chain_head set last_id = 4, last_digest = (select entry_digest from audit_entry where audit_id = 4) where chain_table = 'audit_entry'",
    );
    await host.post('audit/update', { uusername: 'ann', utitle: 'Users' });
    const found = [
      expect.stringMatching(/^The log was continued from a head .+ after entry 4, found at 2/),
    ];
    expect(await errors(host)).toEqual(found);
    await host.close();
    const again = await startHost({ dataDir: host.dataDir });
    await again.post('audit/update', { uusername: 'ann', utitle: 'Users' });
    expect(await errors(again)).toEqual(found);
    // Deleting the recorded error does not help either.
    await sqlOn(host.dataDir, 'update chain_head set head_fault = null');
    expect(await errors(again)).toContain(
      'The head of the chain was changed: its signature is not valid.',
    );
  });

  it('are not signed again by a restart after the signatures of their heads were removed', async () => {
    const host = await hostWithEntries();
    await host.close();
    await sqlOn(host.dataDir, 'update chain_head set head_key = null, head_signature = null');
    const again = await startHost({ dataDir: host.dataDir });
    expect(await errors(again)).toEqual(
      Array(3).fill(expect.stringMatching(/^The log was continued from a head .+ after entry 5/)),
    );
  });

  it('of a version without signatures are signed at the first start, and the report gives the time of the first signature', async () => {
    const host = await hostWithEntries();
    await host.close();
    await sqlOn(
      host.dataDir,
      'update chain_head set head_key = null, head_signature = null, signed_from = null, signed_since = null',
    );
    await sqlOn(host.dataDir, 'delete from host_setting');
    const again = await startHost({ dataDir: host.dataDir });
    const reports = await verifyAudit(again.db, { ring: testKeys.ring });
    expect(reports.flatMap((report) => report.errors)).toEqual([]);
    expect(defined(reports[0]).notes).toEqual([
      expect.stringMatching(/^Signed since \d{4}-\d\d-\d\dT.+ entries up to 5 were rewritten/),
    ]);
  });

  it('belong to a key: an unknown key is refused, and after a rotation the new key replaces the old one', async () => {
    const host = await hostWithEntries();
    await host.close();
    const other = 'another-key-of-more-than-32-characters';
    const open = (keys = getKeys(other)) => startHost({ dataDir: host.dataDir, keys });
    await expect(open()).rejects.toThrow(
      `The database belongs to the panel key ${testKeys.ring.current.id}, and PANEL_KEY does not have it`,
    );
    const rotated = getKeys(other, TEST_KEY);
    const again = await open(rotated);
    await again.post('audit/update', { uusername: 'ann', utitle: 'Users' });
    const check = async () =>
      (await verifyAudit(again.db, { ring: rotated.ring })).flatMap((report) => report.errors);
    expect(await check()).toEqual([]);
    // With the earlier key alone, the entries do not verify.
    expect(await errors(again)).toEqual(
      Array(3).fill(expect.stringMatching(/signed with the key .+, which is not available/)),
    );
    await again.close();
    await expect(open(testKeys)).rejects.toThrow('The database belongs to the panel key');
  });

  it('continue one chain after a restart and in simultaneous requests', async () => {
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
    expect(await errors(again)).toEqual([]);
    expect(defined((await verifyAudit(again.db))[0]).entries).toBe(26);
  });
});

describe('npm run audit:verify', () => {
  const verify = (dataDir: string, databaseUrl = '', args = ['--without-checkpoints']) =>
    run('node', [...sourceCli, 'audit:verify', ...args], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    });

  it('says that there is no database to verify', async () => {
    const { status, stderr } = await verify('/nowhere');
    expect(status).toBe(1);
    expect(stderr.trim()).toMatch(/^There is no database in/);
  });

  it('exits with 0 beside a running host; after tampering, it names the changed entry and exits with 1', async () => {
    const host = await hostWithEntries();
    // The checkpoints may have been removed by whoever changed the log.
    const unexpected = await verify(host.dataDir, host.databaseUrl, []);
    expect(unexpected.status).toBe(1);
    expect(unexpected.stdout).toContain('the file is missing, empty or of another panel');
    const good = await verify(host.dataDir, host.databaseUrl);
    expect(good.stdout).toContain('audit_entry: 5 entries, verified. Digest: ');
    expect(good.status).toBe(0);
    await tamper(host, "update audit_entry set audit_action = 'Add' where audit_id = 2");
    const bad = await verify(host.dataDir, host.databaseUrl);
    expect(bad.stdout).toContain('verification FAILED');
    expect(bad.stdout).toContain('Entry 2 was altered');
    expect(bad.status).toBe(1);
  });
});
