import { describe, expect, it } from 'vitest';
import { findImportableList } from '../../../app/lib/import/importable';
import { verifyAudit } from '../../../backend/audit/chain';
import { ImportError } from '../../../backend/import/import-error';
import { importTable } from '../../../backend/import/import-tables';
import { Imports } from '../../../backend/import/imports';
import { createJob } from '../../../backend/import/job-store';
import { getLocation } from '../../../shared/db/connect';
import { NOW, STAMP, startHost, type TestHost, TIME_ZONE } from '../../support/start-host';
import { take } from '../../support/take';

const header = 'Name,Description,Status\n';
const lines = (n: number) =>
  header + Array.from({ length: n }, (_, k) => `Category ${k},x,Active\n`).join('');

function order(content: string, dryRun = false, list = 'sms-categories') {
  const importable = findImportableList(list);
  const spec = importable && importTable(importable.wireName);
  if (!importable || !spec) throw new Error(`there is no list ${list}`);
  const { titles } = importable;
  return {
    ...{ spec, titles, dryRun },
    user: 'admin',
    fileName: 'data.csv',
    bytes: Buffer.from(content),
  };
}

async function ended({ imports }: TestHost, id: string) {
  await imports.ended(id);
  return imports.state(id);
}

/** Returns the stored state of an import, without looking for a process that works on it. */
const readState = async ({ db }: TestHost, id: string) =>
  (
    await db
      .selectFrom('import_job')
      .select('state')
      .where('job_id', '=', id)
      .executeTakeFirstOrThrow()
  ).state;

const categories = (host: TestHost) => host.db.selectFrom('sms_category').selectAll().execute();
const staged = async ({ db }: TestHost) => [
  ...(await db.selectFrom('import_row').selectAll().execute()),
  ...(await db.selectFrom('import_text').selectAll().execute()),
];

/** Returns the user and the description of each audit entry of imports. */
const imported = async ({ db }: TestHost) =>
  (
    await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('audit_action', '=', 'Import')
      .orderBy('audit_id')
      .execute()
  ).map((row) => `${row.audit_username}: ${row.audit_description}`);

const TOKEN = 'a-token-that-only-the-panel-knows';

/** Sends a request to the host over HTTP, with its token by default. */
function ask(host: TestHost, path: string, init: RequestInit = {}, token = TOKEN) {
  return host.send(path, { ...init, headers: { authorization: `Bearer ${token}` } });
}

const addCategory = (host: TestHost, name: string) =>
  host.post('sms-category/update', {
    uid: '0',
    uname: name,
    udescription: 'x',
    ustatus: '1',
    user: 'ann',
  });

describe('an import in a thread of its own', () => {
  it('that is refused leaves nothing behind, and says why', async () => {
    const host = await startHost();
    const wrong = await ended(host, await host.imports.start(order('Hat\n1\n')));
    expect(wrong).toMatchObject({
      state: 'failed',
      message: 'Line 1: SMS category records have no column “Hat”.',
    });
    const row = await ended(host, await host.imports.start(order(`${lines(150)}Last,,Active\n`)));
    expect(row).toMatchObject({ state: 'refused', rows: 151, report: { added: 150, refused: 1 } });
    expect(await categories(host)).toEqual([]);
    expect(await staged(host)).toEqual([]);
  });

  it('is refused when too many begin at once, and when an import with its id has begun', async () => {
    const host = await startHost();
    const starts = await Promise.allSettled(
      Array.from({ length: 6 }, () => host.imports.start(order(lines(1), true))),
    );
    const begun = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    expect(begun).toHaveLength(2);
    for (const id of begun) expect(await ended(host, id)).toMatchObject({ state: 'checked' });
    await expect(host.imports.start({ ...order(lines(1)), id: begun[0] })).rejects.toThrow(
      new ImportError('This import has begun already.'),
    );
    expect(await categories(host)).toEqual([]);
    // A refused import takes no slot.
    const after = await ended(host, await host.imports.start(order(lines(1))));
    expect(after).toMatchObject({ state: 'done', rows: 1 });
  });

  it('whose thread has too little memory is refused with a message, and the next import succeeds', async () => {
    const host = await startHost();
    const { db, dataDir, databaseUrl } = host;
    const small = new Imports({
      ...{ db, location: getLocation(dataDir, databaseUrl), timeZone: TIME_ZONE },
      ...{
        cleanHtml: true,
        now: () => NOW,
        getRights: async () => ({}),
        keepsHistory: false,
        afterWrite: async () => {},
      },
      logError: () => {},
      heapMegabytes: 6,
    });
    await expect(small.start(order(lines(3)))).rejects.toThrow(
      /too large to import in one piece. Nothing has been imported/,
    );
    expect(await staged(host)).toEqual([]);
    const next = await host.imports.start(order(lines(3)));
    expect(await ended(host, next)).toMatchObject({ state: 'done' });
    expect(await categories(host)).toHaveLength(3);
  });

  it('whose thread fails on the way ends with a message, and the next import succeeds', async () => {
    const host = await startHost();
    const id = await host.imports.start(order(lines(20_000)));
    await expect
      .poll(async () => (await host.imports.state(id))?.rows, { timeout: 60_000 })
      .toBeGreaterThan(100);
    await host.db.schema.alterTable('sms_category').renameTo('moved_away').execute();
    await host.imports.ended(id);
    await host.db.schema.alterTable('moved_away').renameTo('sms_category').execute();
    expect(await host.imports.state(id)).toMatchObject({
      state: 'failed',
      message: 'An unexpected error stopped the import. Nothing has been imported.',
    });
    expect(host.errors).toHaveLength(1);
    expect(await categories(host)).toEqual([]);
    expect(await staged(host)).toEqual([]);
    const next = await host.imports.start(order(lines(3)));
    expect(await ended(host, next)).toMatchObject({ state: 'done' });
  });

  it('that does not exist or has ended cannot be cancelled', async () => {
    const host = await startHost();
    expect(await host.imports.cancel('00000000-0000-4000-8000-000000000000')).toBe(false);
    const id = await host.imports.start(order(lines(3)));
    await host.imports.ended(id);
    expect(await host.imports.cancel(id)).toBe(false);
    expect(await host.imports.state(id)).toMatchObject({ state: 'done' });
    expect(await categories(host)).toHaveLength(3);
  });

  it('is written completely, with its audit entry; a check writes nothing', async () => {
    const host = await startHost();
    const checked = await ended(host, await host.imports.start(order(lines(450), true)));
    expect(checked).toMatchObject({ state: 'checked', report: { added: 450 } });
    expect(await categories(host)).toEqual([]);
    const done = await ended(host, await host.imports.start(order(lines(450))));
    expect(done).toMatchObject({ state: 'done', rows: 450, message: null });
    expect(await categories(host)).toHaveLength(450);
    expect(await staged(host)).toEqual([]);
    expect(await host.db.selectFrom('audit_entry').selectAll().execute()).toMatchObject([
      { audit_description: expect.stringMatching(/450 new, .* from data.csv/) },
    ]);
  });

  it('prevents, while it runs, other imports into the same list and saves under the names in its file', async () => {
    const host = await startHost();
    const id = await host.imports.start(order(lines(20_000)));
    await expect(host.imports.start(order(lines(1)))).rejects.toThrow(ImportError);
    await expect
      .poll(async () => (await host.imports.state(id))?.rows, { timeout: 60_000 })
      .toBeGreaterThan(100);
    const answer = await addCategory(host, 'CATEGORY 7');
    expect([answer.succeeded, answer.message]).toEqual([
      false,
      expect.stringMatching(/'CATEGORY 7' exists already in a file that is being imported/),
    ]);
    expect((await addCategory(host, 'Another')).succeeded).toBe(true);
    await expect(host.imports.start({ ...order(lines(1)), id })).rejects.toThrow(
      'This import has begun already.',
    );
    expect(await host.imports.state(id)).toMatchObject({ state: 'staging' });
    expect(await host.imports.cancel(id)).toBe(true);
    expect(await ended(host, id)).toMatchObject({ state: 'cancelled' });
    expect(await categories(host)).toHaveLength(1);
    expect(await staged(host)).toEqual([]);
    expect((await addCategory(host, 'CATEGORY 7')).succeeded).toBe(true);
  });

  it('that a stopping host interrupts is removed at the next start', async () => {
    const host = await startHost();
    const id = await host.imports.start(order(lines(20_000)));
    await expect
      .poll(async () => (await host.imports.state(id))?.rows, { timeout: 60_000 })
      .toBeGreaterThan(100);
    await host.close();
    const next = await startHost({ dataDir: host.dataDir });
    expect(await next.imports.state(id)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('Nothing has been imported'),
    });
    expect(await categories(next)).toEqual([]);
    expect(await staged(next)).toEqual([]);
  });

  it('that was committed when the host stopped is completed at the next start', async () => {
    const host = await startHost();
    const id = await host.imports.start(order(lines(5_000)));
    await expect
      .poll(async () => (await host.imports.state(id))?.state, { timeout: 60_000, interval: 2 })
      .toBe('applying');
    await host.close();
    const next = await startHost({ dataDir: host.dataDir });
    expect(await next.imports.state(id)).toMatchObject({ state: 'done' });
    const names = (await categories(next)).map((row) => row.sms_cat_name);
    expect(names).toHaveLength(5_000);
    expect(new Set(names).size).toBe(5_000);
    expect(await staged(next)).toEqual([]);
  });
});

describe('an import whose process was killed while this one was running', () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const begin = (host: TestHost) =>
    createJob(host.db, order('').spec, { id, dryRun: false, user: 'ann', now: STAMP });

  it('is dropped when somebody looks at it', async () => {
    const host = await startHost();
    await begin(host);
    expect(await host.imports.state(id)).toMatchObject({ state: 'staging' });
    await expect.poll(() => host.imports.state(id)).toMatchObject({ state: 'failed' });
    expect(await imported(host)).toEqual([
      'ann: The import of SMS category records failed: nothing was imported',
    ]);
  });

  it('does not prevent the next import into the list', async () => {
    const host = await startHost();
    await begin(host);
    const next = await ended(host, await host.imports.start(order(lines(3))));
    expect(next).toMatchObject({ state: 'done' });
    expect(await host.imports.state(id)).toMatchObject({ state: 'failed' });
  });
});

it('an ended import is deleted after a day, also one that a wrong clock has dated in the future', async () => {
  const host = await startHost();
  const { spec } = order('');
  const year = 365 * 24 * 3_600_000;
  const begin = (id: string) =>
    createJob(host.db, spec, { id, dryRun: true, user: 'admin', now: STAMP });
  for (const [id, shift] of [
    ['old', -year],
    ['future', year],
    ['new', -3_600_000],
  ] as const) {
    await begin(id);
    await host.db
      .updateTable('import_job')
      .set({ state: 'checked', started_at: Date.now() + shift })
      .where('job_id', '=', id)
      .execute();
  }
  await begin('last');
  const left = await host.db.selectFrom('import_job').select('job_id').execute();
  expect(left.map(({ job_id }) => job_id).sort()).toEqual(['last', 'new']);
});

describe('the audit entry of an import that ends without a change', () => {
  it('names who cancelled the import, and is written once when several cancel at the same time', async () => {
    const host = await startHost();
    const id = await host.imports.start(order(lines(20_000)));
    const cancelled = await Promise.all(
      ['ann', 'ann', 'ann'].map((user) => host.imports.cancel(id, user)),
    );
    expect(cancelled.filter(Boolean)).toHaveLength(1);
    expect(await ended(host, id)).toMatchObject({ state: 'cancelled' });
    expect(await imported(host)).toEqual(['ann: Cancelled the import of SMS category records']);
    expect(await categories(host)).toEqual([]);
  });

  it('names who cancelled a check', async () => {
    const host = await startHost();
    const { spec } = order('');
    const id = '11111111-1111-4111-8111-111111111111';
    await createJob(host.db, spec, { id, dryRun: true, user: 'admin', now: STAMP });
    expect(await host.imports.cancel(id, 'ann')).toBe(true);
    expect(await imported(host)).toEqual([
      'ann: Cancelled the check of a file of SMS category records',
    ]);
  });

  it('prevents the cancellation when the entry cannot be written', async () => {
    const host = await startHost();
    const { spec } = order('');
    const id = '11111111-1111-4111-8111-111111111111';
    await createJob(host.db, spec, { id, dryRun: false, user: 'admin', now: STAMP });
    await host.db.schema.alterTable('audit_entry').renameTo('moved_away').execute();
    await expect(host.imports.cancel(id, 'ann')).rejects.toThrow(/audit_entry/);
    await host.db.schema.alterTable('moved_away').renameTo('audit_entry').execute();
    expect(await readState(host, id)).toBe('staging');
    expect(await imported(host)).toEqual([]);
  });

  it('says that the import failed or was refused; a check leaves no entry', async () => {
    const host = await startHost();
    await ended(host, await host.imports.start(order('Hat\n1\n', true)).catch(() => ''));
    await ended(host, await host.imports.start(order('Hat\n1\n')));
    await ended(host, await host.imports.start(order(`${lines(150)}Last,,Active\n`)));
    expect(await imported(host)).toEqual([
      'admin: The import of SMS category records failed: nothing was imported',
      'admin: The import of SMS category records was refused: nothing was imported',
    ]);
  });

  it('is written once when the process ended during the import', async () => {
    const host = await startHost();
    await createJob(host.db, order('').spec, {
      ...{ id: '11111111-1111-4111-8111-111111111111', dryRun: false },
      ...{ user: 'admin', now: STAMP },
    });
    await host.close();
    const next = await startHost({ dataDir: host.dataDir });
    await next.close();
    const last = await startHost({ dataDir: host.dataDir });
    expect(await imported(last)).toEqual([
      'admin: The import of SMS category records failed: nothing was imported',
    ]);
  });
});

describe('an import of users', () => {
  const users = (role: string, n: number) =>
    `Username,First Name,Last Name,Email,Role,Status\n${Array.from(
      { length: n },
      (_, k) => `user${k},Ann,Example,user${k}@x.example,${role},Active\n`,
    ).join('')}`;
  const userOrder = (content: string) => order(content, false, 'users');
  /** Returns the user, action and description of each entry about users. */
  const entries = async ({ db }: TestHost) =>
    (
      await db
        .selectFrom('audit_entry')
        .selectAll()
        .where('audit_action', '!=', 'Import')
        .orderBy('audit_id')
        .execute()
    ).map((row) => `${row.audit_username}, ${row.audit_action}: ${row.audit_description}`);

  it('writes an audit entry for each added user, and each change of role, status and address', async () => {
    const host = await startHost();
    await ended(host, await host.imports.start(userOrder(users('Researcher', 2))));
    const [{ user_id: id }] = take(
      await host.db
        .selectFrom('user_account')
        .selectAll()
        .where('user_username', '=', 'user0')
        .execute(),
      1,
    );
    const second = Number(id) + 1;
    expect(await entries(host)).toEqual([
      `admin, Add: Added user ${id}: role Researcher, status Active`,
      `admin, Add: Added user ${second}: role Researcher, status Active`,
    ]);
    const changed = users('Researcher', 2)
      .replace('user0@x.example,Researcher,Active', 'user0@x.example,Administrator,Disabled')
      .replace('user1@x.example', 'other@x.example')
      .replace('user1,Ann', 'user1,Bea');
    const done = await ended(host, await host.imports.start(userOrder(changed)));
    expect(done).toMatchObject({ state: 'done', report: { changed: 2 } });
    expect((await entries(host)).slice(2)).toEqual([
      `admin, Role change: Changed the role of user ${id} from Researcher to Administrator`,
      `admin, Status change: Changed the status of user ${id} from Active to Disabled`,
      `admin, Email change: Changed the email address of user ${second}`,
    ]);
    // The first file changes only a name, and the second changes nothing.
    for (const content of [changed.replace('Bea', 'Cia'), changed.replace('Bea', 'Cia')])
      await ended(host, await host.imports.start(userOrder(content)));
    expect(await entries(host)).toHaveLength(5);
    expect((await verifyAudit(host.db)).flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('writes the audit entry of each change once, even if the process ends while it writes them', async () => {
    const host = await startHost();
    await ended(host, await host.imports.start(userOrder(users('Researcher', 1_500))));
    const id = await host.imports.start(userOrder(users('Administrator', 1_500)));
    await expect
      .poll(async () => (await host.imports.state(id))?.state, { timeout: 60_000, interval: 2 })
      .toBe('applying');
    await host.close();
    const next = await startHost({ dataDir: host.dataDir });
    expect(await next.imports.state(id)).toMatchObject({ state: 'done' });
    const changes = (await entries(next)).filter((entry) => entry.includes('Role change'));
    expect(changes).toHaveLength(1_500);
    expect(new Set(changes).size).toBe(1_500);
    expect((await verifyAudit(next.db)).flatMap(({ errors }) => errors)).toEqual([]);
  });
});

describe('over HTTP', () => {
  const unknown = '00000000-0000-4000-8000-000000000000';

  it('state and cancel are refused without the token, and for an id that no import has', async () => {
    const host = await startHost({ accessToken: TOKEN });
    const spec = order('').spec;
    const id = '11111111-1111-4111-8111-111111111111';
    await createJob(host.db, spec, { id, dryRun: false, user: 'ann', now: STAMP });
    const post = { method: 'POST' };
    for (const token of ['', 'a guess'])
      for (const path of [`import/state/${id}`, `import/cancel/${id}`])
        for (const init of [{}, post])
          expect((await ask(host, path, init, token)).status).toBe(401);
    expect(await readState(host, id)).toBe('staging');

    for (const none of [unknown, 'x', "'%20or%201=1", '%00', 'x'.repeat(2_000)])
      for (const [path, init] of [
        [`import/state/${none}`, {}],
        [`import/cancel/${none}`, post],
      ] as const) {
        const answer = await ask(host, path, init);
        expect(answer.status).toBe(200);
        expect(await answer.json()).toMatchObject({ succeeded: false, items: [] });
      }
    expect(await readState(host, id)).toBe('staging');
    expect(host.errors).toEqual([]);
  });

  it('state and cancel report an import, cancel it once, and do not change one that has ended', async () => {
    const host = await startHost({ accessToken: TOKEN });
    const id = '11111111-1111-4111-8111-111111111111';
    await host.imports.start({ ...order(lines(20_000)), id, user: 'bea' });
    const item = async (path: string, init?: RequestInit) =>
      (await (await ask(host, path, init)).json()).items[0];
    expect(await item(`import/state/${id}`)).toEqual({
      ...{ id, state: 'staging', rows: expect.any(Number), report: null, message: null },
    });
    const post = { method: 'POST' };
    const byAnn = { ...post, body: new URLSearchParams({ user: 'ann' }) };
    expect(await item(`import/cancel/${id}`, byAnn)).toMatchObject({ id, state: 'cancelled' });
    expect(await item(`import/cancel/${id}`, post)).toMatchObject({ id, state: 'cancelled' });
    expect(await imported(host)).toEqual(['ann: Cancelled the import of SMS category records']);
    await host.imports.ended(id);

    const done = await host.imports.start(order(lines(2)));
    await host.imports.ended(done);
    expect(await item(`import/cancel/${done}`, post)).toMatchObject({ state: 'done', rows: 2 });
    expect(await categories(host)).toHaveLength(2);
  });
});
