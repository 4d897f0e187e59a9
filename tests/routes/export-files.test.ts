import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { readCsv } from '../support/csv-file';
import { demoPanel } from '../support/embedded';
import type { Visitor } from '../support/visitor';

// `npm run test:postgres` runs these tests on PostgreSQL too.

const demo = demoPanel();
const HOUR_MS = 3_600_000;
const COLUMNS = 'cols=id,own_phone,assessment_date';

/** Orders a file of participants, and returns the address of its page. */
async function order(visitor: Visitor, format: string, search = COLUMNS): Promise<string> {
  const body = new URLSearchParams({ format, style: 'codes' });
  const path = `/export-as/participants?${search}`;
  const answer = await visitor.request(path, { method: 'POST', body });
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}

const readMain = ({ document }: Visitor) => document.querySelector('main')?.textContent ?? '';

/** Waits until a file is ready, and returns its page. */
async function waitForFile(visitor: Visitor, path: string): Promise<string> {
  const read = async () => readMain(await visitor.open(path));
  await expect.poll(read, { timeout: 240_000, interval: 500 }).toContain('Your file is ready');
  return readMain(visitor);
}

async function fetchFile(visitor: Visitor, path: string): Promise<Buffer> {
  const answer = await visitor.request(`${path}/data`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const getToken = (path: string) => path.split('/').at(-1) ?? '';

const countParts = async (path: string) => {
  const statement = 'select n from job_part where token = ?';
  return (await demo.sql(statement, getToken(path))).length;
};

it('a file is shown and sent to its user alone', async () => {
  const researcher = await demo.signedIn('researcher');
  const path = await order(researcher, 'csv');
  await waitForFile(researcher, path);
  const administrator = await demo.signedIn('administrator');
  for (const visitor of [administrator, demo.stranger()])
    for (const address of [path, `${path}/data`, `${path}/readme`]) {
      const { status, headers } = await visitor.request(address);
      expect([404, 302], address).toContain(status);
      if (status === 302) expect(headers.get('location')).toMatch(/^\/login/);
    }
  const pressed = await administrator.request(path, { method: 'POST' });
  expect(pressed.status).toBe(404);
  expect(await countParts(path)).toBeGreaterThan(0);
});

it.each(['csv', 'xlsx', 'json', 'package'])(
  'a file of the format %s is whole, and as its page says',
  async (format) => {
    const visitor = await demo.signedIn('researcher');
    const path = await order(visitor, format);
    const page = await waitForFile(visitor, path);
    const file = await fetchFile(visitor, path);
    expect(page).toContain('1,200 rows');
    expect(page).toContain(createHash('sha256').update(file).digest('hex'));
    if (format === 'csv') expect(readCsv(file.toString('utf8'))).toHaveLength(1_201);
    if (format === 'json') expect(JSON.parse(file.toString('utf8')).rows).toHaveLength(1_200);
  },
);

it('a long export shows its progress, can be left, and is found again', async () => {
  const visitor = await demo.signedIn('administrator');
  // All 20,000 usage records, as a file that takes longer than a request waits.
  const body = new URLSearchParams({ format: 'xlsx', style: 'words' });
  const seen: string[] = [];
  const answer = await visitor.request('/export-as/analytics', { method: 'POST', body });
  const path = answer.headers.get('location') ?? '';
  const read = async () => {
    const text = readMain(await visitor.open(path));
    seen.push(text);
    return text;
  };
  await expect.poll(read, { timeout: 240_000, interval: 50 }).toContain('Your file is ready');
  for (const text of seen.slice(0, -1)) expect(text).toMatch(/[\d,]+ of 20,000 rows written/);
  await visitor.open('/export-as/analytics');
  const link = visitor.page.getByRole('link', { name: 'Usage Analytics, Excel' });
  expect(link.getAttribute('href')).toBe(path);
});

it('a file is gone after 24 hours, and its parts with it', async () => {
  const visitor = await demo.signedIn('researcher');
  const path = await order(visitor, 'json');
  await waitForFile(visitor, path);
  const age = (ms: number) =>
    demo.sql(
      'update job set expires_at = ? where token = ?',
      ...[Date.now() + 24 * HOUR_MS - ms, getToken(path)],
    );
  await age(23.5 * HOUR_MS);
  expect((await visitor.request(`${path}/data`)).status).toBe(200);
  await age(24.1 * HOUR_MS);
  expect((await visitor.request(`${path}/data`)).status).toBe(404);
  await visitor.open(path);
  expect([visitor.status, readMain(visitor)]).toEqual([
    404,
    expect.stringContaining('This file is no longer stored. Files are deleted after 24 hours.'),
  ]);
  // The next order deletes what is too old.
  await waitForFile(visitor, await order(visitor, 'csv'));
  expect(await countParts(path)).toBe(0);
});

it('a file that its user deletes is gone at once', async () => {
  const visitor = await demo.signedIn('researcher');
  const path = await order(visitor, 'csv');
  await waitForFile(visitor, path);
  await visitor.press('Delete the file now');
  expect((await visitor.request(`${path}/data`)).status).toBe(404);
  expect(await countParts(path)).toBe(0);
});
