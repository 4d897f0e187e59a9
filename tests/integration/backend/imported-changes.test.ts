import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { applyJob } from '../../../backend/import/apply';
import { commitImport, importFile } from '../../../backend/import/import-file';
import { importTable } from '../../../backend/import/import-tables';
import { createJob } from '../../../backend/import/job-store';
import { stageFile } from '../../../backend/import/stage';
import { listStoredChanges } from '../../../backend/import/stored-changes';
import { defined } from '../../../shared/defined';
import { NOW, STAMP, startHost, type TestHost } from '../../support/start-host';
import { importer } from './import-support';

const by = { user: 'admin', fileName: 'data.csv', now: NOW, storesChanges: true };

/** Imports a file as `npm run import` does, and returns the changes that it has stored. */
async function importChanges(host: TestHost, list: string, content: string, refused = 0) {
  const before = await listStoredChanges(host.db, 0, 1_000);
  const report = await importFile(host.db, importer(host).job(list, content), by);
  expect(report.refused, JSON.stringify(report.refusals)).toBe(refused);
  const all = await listStoredChanges(host.db, 0, 1_000);
  return all
    .slice(before.length)
    .map(({ entity, record_id, before_change, after_change, username, request_id }) => ({
      ...{ entity, record_id, username, request_id },
      before: before_change === null ? undefined : JSON.parse(before_change),
      after: JSON.parse(after_change),
    }));
}

async function addColor({ post }: TestHost, name: string, code = '#111111'): Promise<string> {
  const fields = { uid: '0', uname: name, ucode: code, ustatus: '1', user: 'ann' };
  const { items } = await post('color/update', fields);
  return String(defined(items[0]).color_id);
}

describe('an import stores no change', () => {
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

  it('on a host whose changes no panel reads', async () => {
    const host = await startHost();
    const job = importer(host).job('colors', 'Name,Code,Status\nRed,#f00,1\n');
    await importFile(host.db, job, { ...by, storesChanges: false });
    expect(await listStoredChanges(host.db, 0, 10)).toEqual([]);
  });

  it('of a record that was deleted after the file had been checked', async () => {
    const host = await startHost();
    const id = await addColor(host, 'Red');
    const job = importer(host).job('colors', `ID,Code\n${id},#222222\n`);
    const importing = { user: 'admin', now: STAMP, fileName: 'data.csv' };
    const created = { id: 'one', dryRun: false, storesChanges: true, ...importing };
    await createJob(host.db, job.spec, created);
    const report = await stageFile(host.db, job, 'one');
    await commitImport(host.db, 'one', report, job.spec, importing);
    expect((await host.post('color/delete', { uid: id, user: 'ann' })).succeeded).toBe(true);
    await applyJob(host.db, 'one', () => {});
    expect(await host.imports.state('one')).toMatchObject({
      ...{ state: 'done', message: expect.stringContaining('1 record') },
    });
    expect(await listStoredChanges(host.db, 0, 10)).toEqual([]);
  });
});

describe('an import stores', () => {
  it('all values of a record that it adds', async () => {
    const host = await startHost();
    const [change, ...more] = await importChanges(
      host,
      'colors',
      'Name,Code,Status\nRed,#f00,Active\n',
    );
    expect(more).toEqual([]);
    expect(change).toMatchObject({
      ...{ entity: 'color', username: 'admin', request_id: null, before: undefined },
      after: { color_name: 'Red', color_code: '#f00', c_status: 'Active', color_status: 1 },
    });
    const { items } = await host.get(`color/id/${change?.record_id}`);
    expect(items[0]?.color_name).toBe('Red');
  });

  it('the changed values of a record, and all values that it had before', async () => {
    const host = await startHost();
    const id = await addColor(host, 'Red');
    const content = 'Name,Code,Status\nRed,#111111,Disabled\n';
    const [change] = await importChanges(host, 'colors', content);
    expect(change).toMatchObject({
      ...{ record_id: id, username: 'admin' },
      before: { color_name: 'Red', color_code: '#111111', c_status: 'Active' },
    });
    expect(change?.after).toEqual({ c_status: 'Disabled', color_status: 2 });
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
    expect(moved).toMatchObject({
      before: { sms_cat_name: 'One' },
      after: { sms_cat_name: 'Two' },
    });
    const [phone] = await importChanges(
      host,
      'phones',
      'phone_number,phone_name,Type\n260977000002,Mutale,Public\n',
    );
    expect(phone).toMatchObject({ entity: 'phone', record_id: '260977000002' });
  });

  it('the id of the request that started it, and notifies the panel', async () => {
    const notified: number[] = [];
    const host = await startHost({
      changesStored: async (db) => void notified.push((await listStoredChanges(db, 0, 10)).length),
    });
    const id = await host.imports.start({
      ...{ id: randomUUID(), spec: defined(importTable('color')), dryRun: false, user: 'admin' },
      ...{ fileName: 'data.csv', titles: {}, requestId: 'request-7' },
      bytes: Buffer.from('color_name,color_code,color_status\nRed,#f00,1\n'),
    });
    await host.imports.ended(id);
    await expect.poll(() => notified).toEqual([1]);
    expect(await listStoredChanges(host.db, 0, 10)).toMatchObject([
      { username: 'admin', request_id: 'request-7', entity: 'color' },
    ]);
  });

  it('no hash of a password', async () => {
    const host = await startHost();
    const content =
      'user_username,First Name,Last Name,Email,Role,Status\nruth,R,B,r@x.example,2,1\n';
    const [change] = await importChanges(host, 'users', content);
    expect(change?.after).toMatchObject({ user_username: 'ruth' });
    expect(JSON.stringify(change)).not.toContain('password');
  });
});
