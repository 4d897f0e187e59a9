import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { settleAccesses } from '~/lib/core/access/collect-accesses.server';
import { getApiHost } from '~/lib/core/host/host.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { deleteExpiredJobs } from '~/lib/core/jobs/job-store.server';
import { jobLimits, makeJobsTask, resumeJobs } from '~/lib/core/jobs/run-job.server';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import { getUserKey } from '~/lib/core/session/user-key.server';
import { exportJobs, listExportedFiles } from '~/lib/export/export-store.server';
import type { FileView } from '~/lib/export/load-file.server';
import type { loadFormats } from '~/lib/export/load-formats.server';
import { action as order, loader as page } from '../../app/routes/_signed-in+/export-as.$';
import { loader as filePage, action as remove } from '../../app/routes/_signed-in+/exported.$token';
import { loader as download } from '../../app/routes/_signed-in+/exported.$token_.$part';
import { action as view } from '../../app/routes/_signed-in+/view.$';
import { byName } from '../../shared/db/types';
import { defined } from '../../shared/defined';
import { callRoute, signedInAs } from '../support/call-route';
import { readCsv } from '../support/csv-file';
import { fullExport } from '../support/full-export';
import { readZip } from '../support/read-zip';

let cookie: string;
let administrator: string;
const owner = getUserKey({ id: '2', username: 'lungile' });
const PATH = '/export-as/participants';
const jobsTask = makeJobsTask([exportJobs]);
const COLUMNS = 'cols=id,study_number,own_phone,assessment_date';

beforeAll(async () => {
  cookie = await signedInAs('researcher');
  administrator = await signedInAs('administrator');
  const { db } = await openEmbeddedHost();
  // Those of other files, which use the same databases.
  await db.deleteFrom('participant').execute();
  await (await getStore()).deleteFrom('job').execute();
  await db
    .insertInto('participant')
    .values(
      Array.from({ length: 250 }, (_, index) => ({
        study_number: `SECRET-${index}`,
        own_phone: index % 2 ? '1' : '2',
        assessment_date: '2026-03-05',
      })),
    )
    .execute();
});

const params = { '*': 'participants' };
const split = (path: string) => {
  const [, , token = '', part = ''] = path.split('/');
  return { token, part };
};

/** Orders a full file. Returns the address to which the response redirects. */
async function make(format: string, search = COLUMNS, style = 'codes') {
  const form = { format, style, ...fullExport };
  const { headers } = await callRoute(order, `${PATH}?${search}`, { cookie, params, form });
  return headers.get('location') ?? '';
}

const openFile = async (path: string, as = cookie) =>
  callRoute(filePage, path, { cookie: as, params: split(path) });
const readFile = async (path: string) => (await openFile(path)).data as FileView;
const fetchPart = (path: string, part = 'data', as = cookie) =>
  callRoute(download, `${path}/${part}`, { cookie: as, params: { ...split(path), part } });

async function fetchFile(path: string, part = 'data'): Promise<Buffer> {
  const { response } = await fetchPart(path, part);
  return Buffer.from(await defined(response).arrayBuffer());
}

async function readEntries(): Promise<string[]> {
  const { db } = await openEmbeddedHost();
  const rows = await byName(db).selectFrom('audit_entry').select('audit_description').execute();
  return rows.map(({ audit_description }) => String(audit_description));
}

async function readStoredParts(path: string) {
  const { token } = split(path);
  const parts = (await getStore()).selectFrom('job_part').where('token', '=', token);
  return parts.select('n').execute();
}

/** Makes the embedded host return rows that `wait` delays after the first part. */
function delayRows(wait: () => Promise<void>) {
  const host = getApiHost();
  const { stream } = host;
  vi.spyOn(host, 'stream').mockImplementation(async (path, query) => {
    const found = await stream(path, query);
    if (!found) return undefined;
    async function* parts() {
      for await (const part of defined(found).parts) {
        yield part.slice(0, 100);
        await wait();
        yield part.slice(100);
      }
    }
    return { total: found.total, parts: parts() };
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}

/** Makes the embedded host hold back most rows until the returned function is called. */
function holdRows(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { waitMs } = jobLimits;
  onTestFinished(() => void Object.assign(jobLimits, { waitMs }));
  jobLimits.waitMs = 100;
  delayRows(() => released);
  return release;
}

it('is not made while the files of all users have reached their limit', async () => {
  const before = config.EXPORT_STORE_MB;
  onTestFinished(() => {
    config.EXPORT_STORE_MB = before;
  });
  // One megabyte is four parts.
  config.EXPORT_STORE_MB = 1;
  const stored = await make('csv');
  const { token } = split(stored);
  const rest = [1, 2, 3].map((n) => ({ token, n, content: 'x', outcome: null, note: null }));
  const db = await getStore();
  await db.insertInto('job_part').values(rest).execute();
  const refused = await make('csv');
  await expect
    .poll(() => readFile(refused))
    .toMatchObject({
      failure: expect.stringContaining('There is no space for this file'),
    });
  expect(await readStoredParts(refused)).toEqual([]);
  await db.deleteFrom('job_part').where('token', '=', token).where('n', '>', 0).execute();
  const again = await make('csv');
  await expect.poll(() => readFile(again)).toMatchObject({ state: 'ready' });
});

describe('an order of many files at once', () => {
  it('is refused beyond three that are being made, until one is ready', async () => {
    const release = holdRows();
    const placed = await Promise.all(Array.from({ length: 6 }, () => make('csv')));
    const accepted = placed.filter((path) => path.startsWith('/exported/'));
    expect(accepted).toHaveLength(3);
    expect(placed.filter((path) => path === '')).toHaveLength(3);
    release();
    for (const path of accepted)
      await vi.waitFor(async () => expect((await readFile(path)).state).toBe('ready'));
    expect(await make('csv')).toMatch(/^\/exported\//);
  });
});

describe('the page of other formats', () => {
  it('says how many rows and columns the file will have, and which filters apply', async () => {
    const { data } = await callRoute(page, `${PATH}?${COLUMNS}&own_phone.in=1`, { cookie, params });
    expect(data as Awaited<ReturnType<typeof loadFormats>>).toMatchObject({
      ...{ title: 'Export Participants', rows: 125, columns: 4, identifying: 1 },
      conditions: ['Own Phone is 1'],
    });
  });

  it('keeps filters that identify people out of its address', async () => {
    const { headers } = await callRoute(page, `${PATH}?study_number=SECRET-1`, { cookie, params });
    expect(headers.get('location')).toMatch(/^\/export-as\/participants\?view=[\w-]+$/);
  });

  it('leads to the sign-in without a session', async () => {
    const form = { format: 'csv', style: 'codes' };
    for (const answer of [
      await callRoute(order, PATH, { params, form }),
      await callRoute(download, '/exported/x/data', { params: { token: 'x', part: 'data' } }),
    ])
      expect(answer.headers.get('location')).toMatch(/^\/login/);
  });

  it.each<Record<string, string>>([
    { format: 'exe', style: 'codes' },
    { format: 'constructor', style: 'codes' },
    { format: 'csv', style: '' },
    { format: 'csv', style: 'codes', level: 'plain' },
    { format: 'csv', style: 'codes', level: 'full', texts: 'yes' },
    {},
  ])('refuses the form %j', async (form) => {
    expect((await callRoute(order, PATH, { cookie, params, form })).status).toBe(400);
  });

  it('makes no file of a list with filters that are not understood', async () => {
    const form = { format: 'csv', style: 'codes', ...fullExport };
    const answer = await callRoute(order, `${PATH}?own_phone.max=3`, { cookie, params, form });
    expect(answer).toMatchObject({
      status: 400,
      data: { error: expect.stringContaining('Part of the address was not understood') },
    });
  });
});

describe('a file for analysis', () => {
  it('has all rows of the list, and can be verified', async () => {
    const path = await make('csv');
    const { file } = (await readFile(path)) as FileView & { file: { sha256: string } };
    const csv = await fetchFile(path);
    expect(createHash('sha256').update(csv).digest('hex')).toBe(file.sha256);
    const lines = readCsv(csv.toString());
    expect(lines).toHaveLength(251);
    expect(lines[0]).toEqual(['id', 'study_number', 'own_phone', 'assessment_date']);
    expect(lines[1]?.slice(1)).toEqual(['SECRET-0', '2', '2026-03-05']);
    const readme = (await fetchFile(path, 'readme')).toString();
    const rows = csv.subarray(csv.indexOf('\n') + 1);
    expect(readme).toContain(
      `SHA-256 of the data rows: ${createHash('sha256').update(rows).digest('hex')}`,
    );
    expect(readme).toContain('Made by: lungile');
    const { headers } = await fetchPart(path);
    expect(headers.get('content-disposition')).toBe('attachment; filename="participants.csv"');
    expect(headers.get('content-length')).toBe(String(csv.length));
  });

  it.each([
    ['json', 'words', (file: Buffer) => JSON.parse(file.toString()).rows[0].own_phone, 'No'],
    ['json', 'codes', (file: Buffer) => JSON.parse(file.toString()).rows[0].own_phone, 2],
    ['xlsx', 'words', (file: Buffer) => readZip(file).size, 8],
    [
      'package',
      'words',
      (file: Buffer) => String(readZip(file).get('data.csv')).slice(-16),
      '2026-03-05\r\n',
    ],
  ] as const)('can be %s with %s', async (format, style, read, expected) => {
    const found = read(await fetchFile(await make(format, COLUMNS, style)));
    expect(String(found).endsWith(String(expected))).toBe(true);
  });

  it('is in the audit log with its SHA-256, and so is each download', async () => {
    const { headers } = await callRoute(view, '/view/participants', {
      cookie,
      params,
      form: { study_number: 'SECRET-24', own_phone: '' },
    });
    const search = defined(headers.get('location')?.split('?')[1]);
    const path = await make('csv', `${COLUMNS}&${search}`);
    const { file } = (await readFile(path)) as FileView & {
      file: { sha256: string; exportId: string; rows: number };
    };
    expect(file.rows).toBe(11);
    await fetchFile(path);
    await expect.poll(readEntries).toContain(`Downloaded export ${file.exportId} of Participants`);
    const entry = (await readEntries()).find((text) => text.includes(file.exportId));
    expect(entry).toMatch(
      /^Exported 11 rows of Participants as csv with codes, full, for the reason “A test compares the values”: columns ID, /,
    );
    expect(entry).toContain(`export ${file.exportId}, SHA-256 ${file.sha256}`);
    expect(entry).toContain(`the filters of ${search.replace('=', ' ')} apply`);
    const readme = (await fetchFile(path, 'readme')).toString();
    for (const text of [...(await readEntries()), readme]) expect(text).not.toContain('SECRET');
  });

  it('notes the records whose identifying values it has in the access log', async () => {
    const db = await getStore();
    const count = async () => {
      await settleAccesses();
      const kinds = await db.selectFrom('access_log').select('access_kind').execute();
      return kinds.filter(({ access_kind }) => access_kind === 'Export').length;
    };
    const before = await count();
    await make('csv', 'cols=id,own_phone');
    expect(await count()).toBe(before);
    await make('csv');
    expect(await count()).toBeGreaterThan(before);
  });

  it('is stored encrypted', async () => {
    await make('csv');
    const db = await getStore();
    const stored = [
      ...(await db.selectFrom('job').selectAll().execute()),
      ...(await db.selectFrom('job_part').selectAll().execute()),
    ];
    const text = JSON.stringify(stored);
    expect(stored.length).toBeGreaterThan(1);
    for (const secret of ['SECRET-1', 'participants', 'lungile'])
      for (const form of [secret, Buffer.from(secret).toString('base64').slice(0, -3)])
        expect(text).not.toContain(form);
  });

  it('belongs to its user alone', async () => {
    const path = await make('csv');
    expect((await openFile(path, administrator)).status).toBe(404);
    expect((await fetchPart(path, 'data', administrator)).status).toBe(404);
    expect((await fetchPart(path, 'readme', administrator)).status).toBe(404);
    const press = { cookie: administrator, params: split(path), form: {} };
    expect((await callRoute(remove, path, press)).status).toBe(404);
    expect((await fetchPart(path, 'else')).status).toBe(404);
    expect((await fetchPart(path)).status).toBe(200);
  });

  it('is deleted after 24 hours, or when its user deletes it', async () => {
    const path = await make('csv');
    const { token } = split(path);
    const db = await getStore();
    await db
      .updateTable('job')
      .set(({ eb }) => ({ expires_at: eb('expires_at', '-', 24 * 3_600_000) }))
      .where('token', '=', token)
      .execute();
    expect((await fetchPart(path)).status).toBe(404);
    await deleteExpiredJobs();
    expect(await readStoredParts(path)).toEqual([]);
    const other = await make('csv');
    const press = { cookie, params: split(other), form: {} };
    expect((await callRoute(remove, other, press)).headers.get('location')).toBe(
      `${PATH}?${COLUMNS}`,
    );
    expect((await fetchPart(other)).status).toBe(404);
  });

  it('replaces the oldest of ten', async () => {
    for (let number = 0; number < 11; number += 1) await make('csv', 'cols=id');
    expect(await listExportedFiles(owner)).toHaveLength(10);
  });

  it('of a list that a role may not see is refused', async () => {
    config.RESEARCHERS_MANAGE_USERS = false;
    onTestFinished(() => {
      config.RESEARCHERS_MANAGE_USERS = true;
    });
    const call = { cookie, params: { '*': 'audit/accesses' } };
    expect((await callRoute(page, '/export-as/audit/accesses', call)).status).toBe(403);
  });
});

describe('a long export', () => {
  it('shows its progress, can be left, and is offered when it is complete', async () => {
    const release = holdRows();
    const path = await make('csv');
    expect(await readFile(path)).toMatchObject({
      ...{ state: 'making', total: 250, refreshSeconds: 3 },
      trail: [{ title: 'Participants', href: `/participants?${COLUMNS}` }, { title: 'Export' }],
    });
    expect((await fetchPart(path)).status).toBe(404);
    const { data } = await callRoute(page, PATH, { cookie, params });
    const { files } = data as Awaited<ReturnType<typeof loadFormats>>;
    expect(files[0]).toMatchObject({ href: path, state: 'making' });
    release();
    await expect.poll(async () => (await readFile(path)).state).toBe('ready');
    expect(readCsv((await fetchFile(path)).toString())).toHaveLength(251);
  });

  it.each([
    ['csv', 'An error occured when downloading the file'],
    ['xlsx', 'An error occured when downloading the file'],
    ['package', 'An error occured when downloading the file'],
  ])('as %s leaves no half file when the host fails midway', async (format, failure) => {
    const before = (await readEntries()).filter((text) => text.startsWith('Exported')).length;
    delayRows(() => Promise.reject(new Error('the host is gone')));
    const path = await make(format);
    expect(await readFile(path)).toMatchObject({ state: 'failed', failure });
    expect((await fetchPart(path)).status).toBe(404);
    expect(await readStoredParts(path)).toEqual([]);
    const entries = (await readEntries()).filter((text) => text.startsWith('Exported'));
    expect(entries).toHaveLength(before);
  });

  it('ends when the panel stops, and says so', async () => {
    const release = holdRows();
    const path = await make('csv');
    const stopped = jobsTask.stop();
    release();
    await stopped;
    expect(await readFile(path)).toMatchObject({
      state: 'failed',
      failure: 'The panel was stopped before the file was complete. Export the list again.',
    });
  });

  it('whose process was killed is not offered, and leaves nothing', async () => {
    const path = await make('csv');
    const { token } = split(path);
    const db = await getStore();
    await db
      .updateTable('job')
      .set({ state: 'running', result: null, runner: 'a process that has ended' })
      .where('token', '=', token)
      .execute();
    await resumeJobs([exportJobs]);
    expect(await readStoredParts(path)).toEqual([]);
    expect((await fetchPart(path)).status).toBe(404);
    expect(await readFile(path)).toMatchObject({ state: 'failed' });
  });

  it('that its user cancels leaves nothing', async () => {
    const release = holdRows();
    const path = await make('csv');
    await callRoute(remove, path, { cookie, params: split(path), form: {} });
    release();
    await jobsTask.stop();
    expect((await openFile(path)).status).toBe(404);
    expect(await readStoredParts(path)).toEqual([]);
  });
});
