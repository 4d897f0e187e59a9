import path from 'node:path';
import { expect, it } from 'vitest';
import { onPostgres, sqlOn } from '../support/database';
import { exportFull } from '../support/full-export';
import { TEST_KEY } from '../support/keys';
import { makePanels } from '../support/reopened-panel';
import { builtCli, run } from '../support/run';
import type { Visitor } from '../support/visitor';

const NEW_KEY = 'a new panel key of 32 characters'.replaceAll(' ', '-');
const PHONE = '/phone/edit/%2B260000000002';

function readAccesses(dataDir: string): Promise<unknown[]> {
  return sqlOn(dataDir, 'select access_kind, access_records from access_log order by 1');
}

/** Opens "Who saw this record" of the phone. Returns the number of accesses. */
async function countAccessesToPhone(visitor: Visitor): Promise<number> {
  await visitor.open(PHONE);
  const link = visitor.page.getByRole('link', { name: 'Who saw this record' });
  await visitor.open(link.getAttribute('href') ?? '');
  return visitor.document.querySelectorAll('tbody tr').length;
}

it('SIGTERM: the access to a page that was shown just before is stored', async () => {
  const { dataDir, open } = makePanels();
  const { panel, visitor } = await open();
  await visitor.open('/participant/view/5');
  panel.signal('SIGTERM');
  expect(await panel.ended).toBe(0);
  expect(await readAccesses(dataDir)).toEqual([
    { access_kind: 'Details', access_records: 'participant 5' },
  ]);
});

it('SIGKILL: accesses of some seconds ago are stored, and so is an export that has just ended', async () => {
  const { dataDir, open } = makePanels();
  const { panel, visitor } = await open();
  for (const id of [5, 6, 7]) await visitor.open(`/participant/view/${id}`);
  // Accesses are collected for 500 ms. A busy machine may need longer to store them.
  await expect.poll(async () => (await readAccesses(dataDir)).length, { interval: 1_000 }).toBe(3);
  const exported = await exportFull(visitor, '/participants?cols=id,birthday');
  await exported.text();
  panel.signal('SIGKILL');
  await panel.ended;
  const stored = (await readAccesses(dataDir)) as { access_kind: string }[];
  expect(stored.map(({ access_kind }) => access_kind)).toEqual([
    'Details',
    'Details',
    'Details',
    'Export',
  ]);
});

it('an export that its user breaks off: the access log has all records of the file that was made', async () => {
  const { dataDir, open } = makePanels();
  const { visitor } = await open();
  const ids = (await sqlOn(dataDir, 'select id from participant')) as { id: number }[];
  const response = await exportFull(visitor, '/participants?cols=id,study_number');
  await response.body?.cancel();
  const [row] = (await sqlOn(
    dataDir,
    "select access_count from access_log where access_kind = 'Export'",
  )) as { access_count: number }[];
  expect(Number(row?.access_count)).toBe(ids.length);
});

it('after a rotation of the panel key, earlier accesses to a record are still found', async () => {
  const { open } = makePanels();
  const before = await open();
  expect(await countAccessesToPhone(before.visitor)).toBe(1);
  await before.panel.stop();
  const rotated = await open({ PANEL_KEY: NEW_KEY, PANEL_KEY_PREVIOUS: TEST_KEY });
  expect(await countAccessesToPhone(rotated.visitor)).toBe(2);
  expect(await countAccessesToPhone(rotated.visitor)).toBe(3);
});

// With PostgreSQL, `backup` refuses to run: the tools of PostgreSQL copy the database (docs/operations.md).
if (!onPostgres)
  it('a backup contains the access log, and a restore brings it back', async () => {
    const { dataDir, open } = makePanels();
    const { panel, visitor } = await open();
    await visitor.open(PHONE);
    const exported = await exportFull(visitor, '/participants?cols=id,birthday');
    await exported.text();
    await panel.stop();
    const folder = path.join(dataDir, '..', 'backup');
    const env = { ...process.env, PANEL_KEY: TEST_KEY, DATA_DIR: dataDir };
    const backup = await run('node', [...builtCli, 'backup', folder], { env });
    expect(backup).toMatchObject({ status: 0 });
    const target = path.join(dataDir, '..', 'restored');
    const restored = await run('node', [...builtCli, 'restore', folder, target], { env });
    expect(restored).toMatchObject({ status: 0 });
    for (const table of [
      'access_log',
      'access_posting',
      'access_part',
      'access_key',
      'access_user',
    ]) {
      const rows = await sqlOn(dataDir, `select * from ${table} order by 1, 2`);
      expect(rows.length).toBeGreaterThan(0);
      expect(await sqlOn(target, `select * from ${table} order by 1, 2`)).toEqual(rows);
    }
  });
