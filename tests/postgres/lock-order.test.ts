import { expect, it } from 'vitest';
import { findImportableList } from '../../app/lib/import/importable';
import { verifyAudit } from '../../backend/audit/chain';
import type { CallerEntry } from '../../backend/audit/change';
import { importTable } from '../../backend/import/import-tables';
import { onDatabase } from '../support/database';
import { startHost, type TestHost } from '../support/start-host';

const SAVES = 20;

const entry: CallerEntry = {
  username: 'ann',
  title: 'SMS Categories',
  action: 'Add',
  describe: () => 'Added a record',
};

const category = (name: string) => ({
  uid: '0',
  uname: name,
  udescription: 'x',
  ustatus: '1',
  user: 'ann',
});
const country = (name: string) => ({
  uid: '0',
  uname: name,
  ucode: name,
  ustatus: '1',
  user: 'ann',
});

async function importCategories({ imports }: TestHost, name: string) {
  const importable = findImportableList('sms-categories');
  const spec = importable && importTable(importable.wireName);
  if (!importable || !spec) throw new Error('there is no such list');
  const rows = Array.from({ length: 300 }, (_, row) => `${name} ${row},x,Active\n`).join('');
  const id = await imports.start({
    spec,
    titles: importable.titles,
    dryRun: false,
    user: 'ann',
    fileName: 'data.csv',
    bytes: Buffer.from(`Name,Description,Status\n${rows}`),
  });
  await imports.ended(id);
  return imports.state(id);
}

it('audited saves of unique fields, entries and imports at the same time never deadlock', async () => {
  const test = await startHost();
  const url = String(test.databaseUrl);
  const post = async (path: string, fields: Record<string, string>, entries?: CallerEntry[]) => {
    const body = new URLSearchParams(fields);
    const request = new Request(`http://host.test/${path}`, { method: 'POST', body });
    return (await test.host.fetch(request, { entries })).json();
  };
  const save = (n: number) => [
    () => post('sms-category/update', category(`Audited ${n}`), [entry]),
    // As a panel with a remote host sends them: the entry in a separate request.
    () => post('sms-category/update', category(`Bare ${n}`)),
    () => post('country/update', country(`Country ${n}`), [entry]),
    () => post('audit/update', { uusername: 'a', utitle: 't', uaction: 'x', udescription: `${n}` }),
  ];
  const waiting = Array.from({ length: SAVES }, (_, n) => save(n)).flat();
  const answers: { succeeded: boolean }[] = [];
  // The test runs as many of these workers as the host has connections.
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) answers.push(await next());
  };
  const [imported] = await Promise.all([
    importCategories(test, 'Imported'),
    ...Array.from({ length: 8 }, work),
  ]);
  expect(answers).toHaveLength(4 * SAVES);
  expect(answers.filter(({ succeeded }) => !succeeded)).toEqual([]);
  expect(imported).toMatchObject({ state: 'done' });
  expect((await verifyAudit(test.db)).flatMap(({ errors }) => errors)).toEqual([]);

  // The server counts the statements of a connection at the latest when the connection is closed.
  await test.close();
  const counted = async () => {
    const [row] = await onDatabase(
      url,
      `select cast(xact_commit as int) as commits, cast(deadlocks as int) as deadlocks
         from pg_stat_database where datname = current_database()`,
    );
    return row as { commits: number; deadlocks: number };
  };
  await expect
    .poll(async () => (await counted()).commits, { timeout: 60_000 })
    .toBeGreaterThan(3 * SAVES);
  expect((await counted()).deadlocks).toBe(0);
});
