import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { getBoundKeys } from '../../../backend/audit/chain';
import type { HistoryChange } from '../../../backend/history/read-history';
import { applyJob } from '../../../backend/import/apply';
import { commitImport, importFile } from '../../../backend/import/import-file';
import { importTable } from '../../../backend/import/import-tables';
import { createJob } from '../../../backend/import/job-store';
import { recoverImports } from '../../../backend/import/recover';
import { stageFile } from '../../../backend/import/stage';
import { defined } from '../../../shared/defined';
import { listHistory } from '../../support/list-history';
import { NOW, STAMP, startHost, type TestHost } from '../../support/start-host';
import { importer } from './import-support';

const by = { user: 'admin', fileName: 'data.csv', now: NOW, keepsHistory: true };

const readAll = ({ db }: TestHost) => listHistory({ db, ring: getBoundKeys(db) });

/** Imports a file as `npm run import` does, and returns the changes that it has added to the history. */
async function importChanges(host: TestHost, list: string, content: string, refused = 0) {
  const before = await readAll(host);
  const report = await importFile(host.db, importer(host).job(list, content), by);
  expect(report.refused, JSON.stringify(report.refusals)).toBe(refused);
  return (await readAll(host)).slice(before.length);
}

/** Returns the values of the changed fields before or after a change. */
const values = (change: HistoryChange | undefined, side: 'before' | 'after') =>
  Object.fromEntries((change?.fields ?? []).map((field) => [field.field, field[side]]));

async function addColor({ post }: TestHost, name: string, code = '#111111'): Promise<string> {
  const fields = { uid: '0', uname: name, ucode: code, ustatus: '1', user: 'ann' };
  const { items } = await post('color/update', fields);
  return String(defined(items[0]).color_id);
}

describe('an import adds no change to the history', () => {
  it('if a row is refused', async () => {
    const host = await startHost();
    const changes = await importChanges(
      host,
      'colors',
      'Name,Code,Status\nRed,#f00,1\n,#0f0,1\n',
      1,
    );
    expect(changes).toEqual([]);
  });

  it('of a record that it leaves as it was', async () => {
    const host = await startHost();
    await addColor(host, 'Red');
    expect(await importChanges(host, 'colors', 'Name,Code\nRed,#111111\n')).toEqual([]);
  });

  it('of a host whose panel keeps the history elsewhere', async () => {
    const host = await startHost();
    const job = importer(host).job('colors', 'Name,Code,Status\nRed,#f00,1\n');
    await importFile(host.db, job, { ...by, keepsHistory: false });
    expect(await readAll(host)).toEqual([]);
  });

  it('of a record that was deleted after the file had been checked', async () => {
    const host = await startHost();
    const id = await addColor(host, 'Red');
    const job = importer(host).job('colors', `ID,Code\n${id},#222222\n`);
    const importing = { user: 'admin', now: STAMP, fileName: 'data.csv' };
    const created = { id: 'one', dryRun: false, keepsHistory: true, ...importing };
    await createJob(host.db, job.spec, created);
    const report = await stageFile(host.db, job, 'one');
    await commitImport(host.db, 'one', report, job.spec, importing);
    expect((await host.post('color/delete', { uid: id, user: 'ann' })).succeeded).toBe(true);
    await applyJob(host.db, 'one', () => {});
    expect(await host.imports.state('one')).toMatchObject({
      ...{ state: 'done', message: expect.stringContaining('1 record') },
    });
    expect(await readAll(host)).toEqual([]);
  });
});

describe('an import adds to the history', () => {
  it('all values of a record that it adds', async () => {
    const host = await startHost();
    const [change, ...more] = await importChanges(
      host,
      'colors',
      'Name,Code,Status\nRed,#f00,Active\n',
    );
    expect(more).toEqual([]);
    expect(change).toMatchObject({ entity: 'color', username: 'admin', action: 'Add' });
    expect(values(change, 'before')).toMatchObject({ color_name: null, c_status: null });
    expect(values(change, 'after')).toMatchObject({
      ...{ color_name: 'Red', color_code: '#f00', c_status: '1' },
    });
    const { items } = await host.get(`color/id/${change?.recordId}`);
    expect(items[0]?.color_name).toBe('Red');
  });

  it('the changed values of a record, before and after the change', async () => {
    const host = await startHost();
    const id = await addColor(host, 'Red');
    const content = 'Name,Code,Status\nRed,#111111,Disabled\n';
    const [change] = await importChanges(host, 'colors', content);
    expect(change).toMatchObject({ recordId: id, username: 'admin', action: 'Update' });
    expect(change?.fields).toMatchObject([{ field: 'c_status', before: '1', after: '2' }]);
  });

  it('the name of a referenced record, and a phone under its number', async () => {
    const host = await startHost();
    for (const uname of ['One', 'Two'])
      await host.post('sms-category/update', {
        uid: '0',
        uname,
        udescription: 'x',
        ustatus: '1',
        user: 'ann',
      });
    const header = 'sms_phone_number,sms_phone_name,sms_cat_name';
    await importChanges(host, 'sms-phones', `${header},Status\n260977000001,Ann,One,1\n`);
    const [moved] = await importChanges(host, 'sms-phones', `${header}\n260977000001,Ann,Two\n`);
    expect(values(moved, 'before')).toMatchObject({ sms_cat_name: 'One' });
    expect(values(moved, 'after')).toMatchObject({ sms_cat_name: 'Two' });
    const [phone] = await importChanges(
      host,
      'phones',
      'phone_number,phone_name,Type\n260977000002,Mutale,Public\n',
    );
    expect(phone).toMatchObject({ entity: 'phone', recordId: '260977000002' });
  });

  it('the id of the request that started it, before it has ended', async () => {
    const host = await startHost({ keepsHistory: true });
    const id = await host.imports.start({
      ...{ id: randomUUID(), spec: defined(importTable('color')), dryRun: false, user: 'admin' },
      ...{ fileName: 'data.csv', titles: {}, requestId: 'request-7' },
      bytes: Buffer.from('color_name,color_code,color_status\nRed,#f00,1\n'),
    });
    await host.imports.ended(id);
    const rows = await host.db.selectFrom('record_change').selectAll().execute();
    expect(rows).toMatchObject([{ username: 'admin', request_id: 'request-7', entity: 'color' }]);
  });

  it('no hash of a password', async () => {
    const host = await startHost();
    const content =
      'user_username,First Name,Last Name,Email,Role,Status\nruth,R,B,r@x.example,2,1\n';
    const [change] = await importChanges(host, 'users', content);
    expect(values(change, 'after')).toMatchObject({ user_username: 'ruth' });
    expect(JSON.stringify(change)).not.toContain('password');
  });

  it('its changes in the transaction of their records', async () => {
    const host = await startHost();
    await sql`create unique index refuse on record_change (outcome)`.execute(host.db);
    const job = importer(host).job('colors', 'Name,Code,Status\nRed,#f00,1\nBlue,#00f,1\n');
    await expect(importFile(host.db, job, by)).rejects.toThrow(/unique/i);
    expect((await host.get('color/list')).items).toEqual([]);
    expect(await readAll(host)).toEqual([]);
    await sql`drop index refuse`.execute(host.db);
    await recoverImports(host.db, () => {});
    expect((await host.get('color/list')).items).toHaveLength(2);
    expect(await readAll(host)).toMatchObject([{ action: 'Add' }, { action: 'Add' }]);
  });
});
