import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { applyJob } from '../../../backend/import/apply';
import { commitImport } from '../../../backend/import/import-file';
import { createJob } from '../../../backend/import/job-store';
import { stageFile } from '../../../backend/import/stage';
import { listStoredChanges, storeChanges } from '../../../backend/import/stored-changes';
import { defined } from '../../../shared/defined';
import { type Answer, STAMP, startHost, type TestHost } from '../../support/start-host';
import { importer } from './import-support';

const TOKEN = 'a-token-that-only-the-panel-knows';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const DAY = 24 * 3_600_000;

/** Sends a request to the host over HTTP, with its token by default. */
function ask(host: TestHost, path: string, init: RequestInit = {}, token = TOKEN) {
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'request-1' };
  return host.send(path, { ...init, headers });
}

async function askFor(host: TestHost, path: string, init: RequestInit = {}): Promise<Answer> {
  return (await ask(host, path, init)).json();
}

/** Has the host import colors with these names. */
function importColors(host: TestHost, names: readonly string[], fields: object = {}) {
  const body = new FormData();
  const given = { user: 'admin', changes: '1', id: randomUUID(), ...fields };
  for (const [name, value] of Object.entries(given)) body.set(name, value);
  const lines = names.map((name) => `${name},#ff0000,1\n`).join('');
  body.set('file', new File([`color_name,color_code,color_status\n${lines}`], 'colors.csv'));
  return askFor(host, 'import/color', { method: 'POST', body });
}

async function importedId(host: TestHost, names: readonly string[]): Promise<string> {
  const { items } = await importColors(host, names);
  expect(items).toMatchObject([{ state: 'done', storesChanges: true }]);
  return String(defined(items[0]).id);
}

const list = (host: TestHost, id: string, query = '') =>
  askFor(host, `import/changes/${id}?${query}`);

const move = (host: TestHost, id: string, fields: Record<string, string>) =>
  askFor(host, `import/moved/${id}`, { method: 'POST', body: new URLSearchParams(fields) });

const stored = ({ db }: TestHost) => db.selectFrom('imported_change').selectAll().execute();
const getName = (item: object) => JSON.parse(String(Reflect.get(item, 'after_change'))).color_name;

describe('the changes of an import', () => {
  it('are returned and deleted only for a caller with the token', async () => {
    const host = await startHost({ accessToken: TOKEN });
    const id = await importedId(host, ['Red']);
    for (const [path, method] of [
      [`import/changes/${id}`, 'GET'],
      [`import/moved/${id}`, 'POST'],
    ] as const) {
      const response = await ask(host, path, { method }, 'another-token-of-a-stranger');
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain('Red');
    }
    expect(await stored(host)).toHaveLength(1);
  });

  it('are neither stored nor returned by a host without a token', async () => {
    const host = await startHost();
    expect((await importColors(host, ['Red'])).items).toMatchObject([{ storesChanges: false }]);
    expect(await stored(host)).toEqual([]);
    const id = randomUUID();
    expect((await ask(host, `import/changes/${id}`)).status).toBe(404);
    expect((await ask(host, `import/moved/${id}`, { method: 'POST' })).status).toBe(404);
  });

  it.each([
    ['does not ask for them', { changes: '0' }, { storesChanges: false }],
    ['only checks the file', { dryrun: '1' }, { state: 'checked' }],
  ])('are not stored if the caller %s', async (_what, fields, item) => {
    const host = await startHost({ accessToken: TOKEN });
    expect((await importColors(host, ['Red'], fields)).items).toMatchObject([item]);
    expect(await stored(host)).toEqual([]);
  });

  it.each([
    ['import/changes/1', undefined],
    [`import/changes/${UNKNOWN}?after=-1`, undefined],
    [`import/changes/${UNKNOWN}?after=99999999999`, undefined],
    [`import/changes/${UNKNOWN}?limit=0`, undefined],
    [`import/changes/${UNKNOWN}?limit=201`, undefined],
    [`import/changes/${UNKNOWN}?limit=x`, undefined],
    [`import/changes/${UNKNOWN}?record=%00`, undefined],
    ['import/moved/1', { last: '1' }],
    [`import/moved/${UNKNOWN}`, {}],
    [`import/moved/${UNKNOWN}`, { last: '0' }],
    [`import/moved/${UNKNOWN}`, { last: '1.5' }],
    [`import/moved/${UNKNOWN}`, { last: '99999999999' }],
  ])('are not found by an invalid request for %s (%o)', async (path, fields) => {
    const host = await startHost({ accessToken: TOKEN });
    const init = fields && { method: 'POST', body: new URLSearchParams(Object.entries(fields)) };
    expect(await askFor(host, path, init)).toMatchObject({ succeeded: false, items: [] });
    expect(host.errors).toEqual([]);
  });

  it('come in pages and by record, in their order, and are deleted up to a number', async () => {
    const host = await startHost({ accessToken: TOKEN });
    const id = await importedId(host, ['Red', 'Green', 'Blue']);
    const other = await importedId(host, ['White']);
    const { items } = await list(host, id);
    expect(items.map(getName)).toEqual(['Red', 'Green', 'Blue']);
    expect(Object.keys(defined(items[0])).sort()).toEqual(
      ['n', 'change_id', 'record_id', 'before_change', 'after_change'].sort(),
    );
    const [, green] = items;
    const first = await list(host, id, 'limit=2');
    expect(first.items.map(getName)).toEqual(['Red', 'Green']);
    const next = await list(host, id, `after=${green?.n}`);
    expect(next.items.map(getName)).toEqual(['Blue']);
    const ofGreen = await list(host, id, `record=${green?.record_id}`);
    expect(ofGreen.items.map(getName)).toEqual(['Green']);
    expect((await list(host, randomUUID())).items).toEqual([]);

    expect(await move(host, id, { last: String(green?.n) })).toMatchObject({ succeeded: true });
    expect((await list(host, id)).items.map(getName)).toEqual(['Blue']);
    await move(host, id, { last: '2147483647' });
    expect((await list(host, id)).items).toEqual([]);
    expect((await list(host, other)).items.map(getName)).toEqual(['White']);
  });

  it('come in shorter pages if their values are long, and one by one if need be', async () => {
    const host = await startHost({ accessToken: TOKEN });
    const id = randomUUID();
    const changes = Array.from({ length: 30 }, (_, n) => ({
      ...{ recordId: String(n), before: undefined },
      after: { resource_content: 'x'.repeat(300_000) },
    }));
    const origin = { username: 'ann', at: Date.now(), requestId: null, jobId: id };
    await storeChanges(host.db, 'resource', changes, origin);
    const { items } = await list(host, id);
    expect(items).toHaveLength(10);
    expect((await list(host, id, 'limit=1')).items).toHaveLength(1);
  });

  it('are not those that a panel in the same process moves, and the other way round', async () => {
    const host = await startHost({ accessToken: TOKEN, changesStored: async () => {} });
    const id = await importedId(host, ['Red']);
    expect(await listStoredChanges(host.db, 0, 10)).toEqual([]);
    const own = await importColors(host, ['Green'], { changes: '0' });
    expect(own.items).toMatchObject([{ storesChanges: false }]);
    expect((await listStoredChanges(host.db, 0, 10)).map(getName)).toEqual(['Green']);
    expect((await list(host, id)).items.map(getName)).toEqual(['Red']);
  });

  it('are stored by another process that completes the import', async () => {
    const host = await startHost({ accessToken: TOKEN });
    const job = importer(host).job('colors', 'Name,Code,Status\nRed,#ff0000,1\n');
    const importing = { user: 'admin', now: STAMP, fileName: 'data.csv' };
    const id = randomUUID();
    const collected = { storesChanges: true, callerCollects: true };
    await createJob(host.db, job.spec, { id, dryRun: false, ...collected, ...importing });
    const report = await stageFile(host.db, job, id);
    await commitImport(host.db, id, report, job.spec, importing);
    await applyJob(host.db, id, () => {});
    expect((await list(host, id)).items.map(getName)).toEqual(['Red']);
    expect((await askFor(host, `import/state/${id}`)).items).toMatchObject([
      { state: 'done', storesChanges: true },
    ]);
  });

  it('are deleted at an import that starts 30 days later, as are those that a wrong clock has dated', async () => {
    const host = await startHost({ accessToken: TOKEN });
    const ids = [];
    for (const days of [-31, -29, 29, 31]) {
      const id = await importedId(host, [`Color ${days}`]);
      ids.push(id);
      await host.db
        .updateTable('imported_change')
        .set({ at: Date.now() + days * DAY })
        .where('job_id', '=', id)
        .execute();
    }
    await importedId(host, ['Last']);
    const left = [];
    for (const id of ids) left.push((await list(host, id)).items.length);
    expect(left).toEqual([0, 1, 1, 0]);
  });
});
