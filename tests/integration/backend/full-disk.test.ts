import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { defined } from '../../../shared/defined';
import { tempFolder } from '../../support/folders';
import { run } from '../../support/run';
import { startHost, type TestHost } from '../../support/start-host';

const quiz = (question: string) => ({
  uid: '0',
  uquestion: question,
  udescription: 'x'.repeat(4_000),
  uoptions: '[]',
  ustatus: '1',
  user: 'ann',
});

/** Limits the number of pages that SQLite may add, as a full disk does. */
async function limitPages({ db }: TestHost, more: number): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql`pragma max_page_count = ${sql.lit(defined(rows[0]).page_count + more)}`.execute(db);
}

it('a full disk: each save is stored completely or not at all, and saving works once there is room', async () => {
  const host = await startHost();
  await limitPages(host, 3);
  const saved: string[] = [];
  let refused = 0;
  for (let n = 0; n < 20; n += 1) {
    const response = await host.postRaw('quiz/update', quiz(`Question ${n}`));
    // The status shows callers that the host has a problem, and has not refused the values.
    if (response.status === 500) refused += 1;
    if ((await response.json()).succeeded) saved.push(`Question ${n}`);
  }
  expect(refused).toBe(20 - saved.length);
  expect(refused).toBeGreaterThan(0);
  expect(host.errors.map(String).at(0)).toContain('database or disk is full');
  const stored = await host.get('quiz/list?size=100');
  expect(stored.items.map(({ quiz_question }) => quiz_question).sort()).toEqual(saved.sort());

  await limitPages(host, 10_000);
  expect((await host.post('quiz/update', quiz('With room again'))).succeeded).toBe(true);
  const { rows } = await sql`pragma integrity_check`.execute(host.db);
  expect(rows).toEqual([{ integrity_check: 'ok' }]);
});

it('a disk without room for a byte: nothing acknowledged is lost, the log says why, and saving works once there is room', async () => {
  // The saves run in a process whose file system is a small one of its own.
  const folder = tempFolder();
  const start = `mount -t tmpfs -o size=24m tmpfs '${folder}' && exec '${process.execPath}' --import tsx tests/support/full-disk-host.ts '${folder}'`;
  const { stdout, stderr } = await run('unshare', ['-r', '-m', 'sh', '-c', start]);
  expect(stderr).toBe('');
  const { errors, ...outcome } = JSON.parse(stdout);
  expect(outcome).toEqual({
    before: [200, 200],
    full: [500, 500, 500],
    fullUpload: 500,
    readWhileFull: ['Before 1', 'Before 2'],
    after: 200,
    afterUpload: 200,
    integrity: [{ integrity_check: 'ok' }],
    stored: ['Before 1', 'Before 2', 'After'],
  });
  expect(errors).toHaveLength(4);
  for (const error of errors) expect(error).toMatch(/database or disk is full|ENOSPC/);
});

it('a start deletes the partial files of uploads that a crash cut off, even files dated in the future, and no other file', async () => {
  const dataDir = tempFolder();
  const files = path.join(dataDir, 'files');
  mkdirSync(files);
  const whole = `${'a'.repeat(32)}.png`;
  const partial = `.${'b'.repeat(32)}.png.part`;
  const future = `.${'c'.repeat(32)}.png.part`;
  for (const name of [whole, partial, future, '.keep']) writeFileSync(path.join(files, name), 'x');
  const later = new Date(Date.now() + 365 * 24 * 3_600_000);
  utimesSync(path.join(files, future), later, later);
  await startHost({ dataDir });
  expect(readdirSync(files).sort()).toEqual(['.keep', whole]);
});
