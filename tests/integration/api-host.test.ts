import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { defined } from 'shared/defined';
import { cleanPicture } from 'shared/files/clean-picture';
import { allRows, type ListQuery } from 'shared/list/grammar';
import type { Summary } from 'shared/list/summary/grammar';
import { unwrap } from 'shared/result';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { issueCode } from '../../backend/accounts/recovery';
import type { Host } from '../../backend/host';

const TOKEN = 'a-token-of-16-or-more';
const dataDir = mkdtempSync(path.join(tmpdir(), 'panel-test-'));
vi.stubEnv('DATA_DIR', dataDir);
vi.stubEnv('LOG_LEVEL', 'silent');
// The configuration is read when it is imported.
const { makeEmbeddedHost } = await import('~/lib/core/host/embedded-host.server');
const { makeRemoteHost } = await import('~/lib/core/host/remote-host.server');
const { openEmbeddedHost } = await import('~/lib/core/host/open-embedded.server');

const whole = { take: <Row>(row: Row) => row };
const country = { uid: '0', uname: 'Zambia', ucode: '+260', ustatus: '1', user: 'ann' };

/** The names of the methods that the tests have called. */
const called = { embedded: new Set<string>(), remote: new Set<string>() };
/** A host in this process, and the same one over HTTP, as a remote host. */
const subjects = {
  embedded: watch(makeEmbeddedHost(), called.embedded),
  remote: makeEmbeddedHost(),
};
const servers: ReturnType<typeof serve>[] = [];

beforeAll(async () => {
  const port = await listen((await openEmbeddedHost()).host);
  subjects.remote = watch(makeRemoteHost(`http://127.0.0.1:${port}/`, TOKEN), called.remote);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await (await openEmbeddedHost()).close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Serves a host over HTTP until the end of the tests. Returns its port. */
async function listen(host: Host): Promise<number> {
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: (request) => host.fetch(request), port: 0 }, () =>
      resolve(started),
    );
  });
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

/** Returns the host, wrapped so that the name of each method is added to `called` when it is called. */
function watch<T extends object>(host: T, called: Set<string>, prefix = ''): T {
  return new Proxy(host, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value === 'function') called.add(prefix + String(name));
      return typeof value === 'object' && value ? watch(value, called, `${String(name)}.`) : value;
    },
  });
}

/** Returns the sorted names of a host's methods, including the methods of groups such as `imports`. */
function listMethods(host: object, prefix = ''): string[] {
  return Object.entries(host)
    .flatMap(([name, value]) => {
      if (typeof value === 'function') return [prefix + name];
      return typeof value === 'object' ? listMethods(value, `${name}.`) : [];
    })
    .sort();
}

/** Saves a country and returns the id that the host gave it. */
async function save(host: typeof subjects.embedded, uname: string): Promise<string> {
  const saved = await host.save('country', { ...country, uname }, {});
  if (!saved.ok) throw new Error(`not saved: ${saved.error.kind}`);
  return String(saved.value.items[0]?.country_id);
}

describe.each(['embedded', 'remote'] as const)('the %s host', (name) => {
  const host = () => subjects[name];

  it('refuses wrong values, an unknown id and a wrong sign-in, each with a message', async () => {
    const refused = await host().save('country', { ...country, uname: '' }, {});
    expect(refused).toEqual({
      ok: false,
      error: { kind: 'refused', message: expect.stringContaining('Name is required') },
    });
    const unknown = await host().get('country/id/999999');
    expect(unknown).toMatchObject({ ok: false, error: { kind: 'refused' } });
    expect(await host().signIn('nobody', 'nothing')).toMatchObject({
      ok: false,
      error: { kind: 'refused' },
    });
  });

  it('reports an unknown path as missing', async () => {
    const missing = { ok: false, error: { kind: 'missing', status: 404 } };
    expect(await host().list('nonsense/list', allRows, whole)).toEqual(missing);
    expect(await host().get('nonsense/id/1')).toEqual(missing);
    expect(await host().save('nonsense', {}, {})).toEqual(missing);
    expect(await host().exchange('nonsense', {})).toEqual(missing);
  });

  it('lists saved records filtered, sorted and paged, and no longer lists removed ones', async () => {
    const ids = [];
    for (const uname of ['Zambia', 'Kenya', 'Malawi']) ids.push(await save(host(), uname));
    const query: ListQuery = {
      ...allRows,
      size: 2,
      sort: { field: 'country_name', descending: true },
      filters: [{ kind: 'number', field: 'country_id', min: Number(ids[0]) }],
    };
    const names = async (asked: ListQuery | undefined) => {
      const listed = await host().list('country/list', asked, whole);
      if (!listed.ok) throw new Error(listed.error.kind);
      return [listed.value.total, ...listed.value.items.map((row) => row.country_name)];
    };
    expect(await names(query)).toEqual([3, 'Zambia', 'Malawi']);
    for (const uid of ids)
      expect((await host().remove('country', { uid, user: 'ann' }, {})).ok).toBe(true);
    expect(await names(query)).toEqual([0]);
  });

  it('ignores columns, filters and sorting that the list does not have', async () => {
    const id = await save(host(), 'Botswana');
    const hostile: ListQuery = {
      ...allRows,
      sort: { field: "country_name'--", descending: false },
      cols: ['country_name', 'user_password'],
      filters: [
        { kind: 'text', field: 'user_password', contains: 'a' },
        { kind: 'date', field: 'country_name', from: '2024-01-01' },
      ],
    };
    const listed = await host().list('country/list', hostile, whole);
    expect(listed).toMatchObject({ ok: true });
    expect(listed.ok && listed.value.items).toEqual([
      { country_id: Number(id), country_name: 'Botswana' },
    ]);
    await host().remove('country', { uid: id, user: 'ann' }, {});
  });

  it('makes a change only once when it is sent twice with the same key', async () => {
    const key = `key-of-${name}`;
    const fields = { ...country, uname: 'Lesotho' };
    const [first, again] = [
      await host().save('country', fields, { key }),
      await host().save('country', fields, { key }),
    ];
    expect(first.ok && first.value.items).toHaveLength(1);
    expect(again).toEqual(first);
    const uid = String(first.ok && first.value.items[0]?.country_id);
    expect((await host().remove('country', { uid, user: 'ann' }, {})).ok).toBe(true);
  });

  it('returns a record by its id', async () => {
    const uid = await save(host(), 'Eswatini');
    const record = await host().get(`country/id/${uid}`);
    expect(record.ok && record.value.items).toMatchObject([{ country_name: 'Eswatini' }]);
    await host().remove('country', { uid, user: 'ann' }, {});
  });

  it('sets a password with a link that works once, and the user can then sign in', async () => {
    const { db } = await openEmbeddedHost();
    const ucode = await issueCode(db, 1, 60_000, new Date());
    const fields = { ucode, upassword: `a password of the ${name} host` };
    const changed = await host().change('account/change-password', fields, {});
    expect(changed.ok && changed.value.items).toMatchObject([{ user_username: 'admin' }]);
    expect(await host().change('account/change-password', fields, {})).toEqual({
      ok: false,
      error: { kind: 'refused', message: 'The link has expired or has been used already' },
    });
    const user = await host().signIn('admin', fields.upassword);
    expect(user.ok && user.value.items).toMatchObject([{ user_username: 'admin' }]);
  });

  it('writes rows to a CSV file', async () => {
    const form = { ufilename: 'Colours', ujson: '[{"Name":"Red","Code":"#ff0000"}]' };
    const file = await host().exchange('downloadJson', form);
    expect(file.ok && Buffer.from(file.value).toString()).toBe(
      '\uFEFFName,Code\r\nRed,#ff0000\r\n',
    );
  });

  it('refuses a form of rows that is too large, after it has received the whole form', async () => {
    const form = { ufilename: 'Colours', ujson: `["${'x'.repeat(30 * 1024 * 1024)}"]` };
    expect(await host().exchange('downloadJson', form)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable', status: 413 },
    });
  });

  it('appends to its audit log, and lists the entry', async () => {
    const entry = {
      uid: '0',
      uusername: `auditor-${name}`,
      utitle: 'Countries',
      uaction: 'View',
      udescription: 'Viewed Countries',
    };
    expect(await host().append('audit', entry, `entry-of-${name}`)).toMatchObject({ ok: true });
    const listed = await host().list(
      'audit/list',
      {
        ...allRows,
        filters: [{ kind: 'text', field: 'audit_username', contains: entry.uusername }],
      },
      whole,
    );
    expect(listed.ok && listed.value.items).toMatchObject([
      { audit_title: 'Countries', audit_description: 'Viewed Countries' },
    ]);
  });

  it('accepts an upload, and runs an import as a job', async () => {
    const form = new FormData();
    form.set('file', new File([Uint8Array.from(PNG)], 'map.png', { type: 'image/png' }));
    const answer = await host().upload('Facility', { method: 'POST', body: form }, []);
    expect(await answer.json()).toMatchObject({ Succeeded: true, Data: expect.any(String) });

    const file = { name: 'colors.csv', bytes: Buffer.from('Name,Code,Status\nRed,#ff0000,1\n') };
    const call = { id: crypto.randomUUID(), user: 'admin', dryRun: true, titles: COLOR_TITLES };
    const started = await host().imports.start('color', file, call);
    expect(started).toMatchObject({
      ok: true,
      value: { id: call.id, state: 'checked', report: { rows: 1, added: 1 } },
    });
    expect(await host().imports.state(call.id)).toMatchObject({ ok: true, value: { id: call.id } });
    await host().imports.cancel(call.id, 'admin');
    const nonsense = await host().imports.start('nonsense', file, { ...call, id: 'another' });
    expect(nonsense.ok).toBe(false);
  });

  it('refuses to summarize and to count a list that it does not have, or by an unknown column', async () => {
    const summary: Summary = { by: [{ field: 'c_status' }], of: { kind: 'count' } };
    const missing = { ok: false, error: { kind: 'missing', status: 404 } };
    expect(await host().summarize('nonsense/list', allRows, summary)).toEqual(missing);
    expect(await host().listValues('nonsense/list', ['c_status'])).toEqual(missing);
    const other: Summary = { ...summary, by: [{ field: 'nothing' }] };
    expect(await host().summarize('country/list', allRows, other)).toMatchObject({
      ok: false,
      error: { kind: 'refused' },
    });
  });

  it('summarizes a filtered list, and counts the values of its columns', async () => {
    const ids = [];
    for (const uname of ['Chad', 'Mali', 'Niger']) ids.push(await save(host(), uname));
    const query: ListQuery = {
      ...allRows,
      filters: [{ kind: 'number', field: 'country_id', min: Number(ids[1]) }],
    };
    const summary: Summary = { by: [{ field: 'c_status' }], of: { kind: 'count' } };
    expect(await host().summarize('country/list', query, summary)).toMatchObject({
      ok: true,
      value: { rows: [{ kind: 'value', value: 'Active' }], cells: [[{ rows: 2 }]] },
    });
    const values = await host().listValues('country/list', ['c_status']);
    const { count } = (values.ok && values.value[0]?.values[0]) || { count: 0 };
    expect(count).toBeGreaterThanOrEqual(3);
    for (const uid of ids) await host().remove('country', { uid, user: 'ann' }, {});
  });

  it('can be reached', async () => {
    await expect(host().reach()).resolves.toBeUndefined();
  });
});

describe('only the embedded host', () => {
  it('reads a list in parts', async () => {
    const id = await save(subjects.embedded, 'Namibia');
    const stream = await subjects.embedded.stream('country/list', allRows);
    const rows = [];
    for await (const part of stream?.parts ?? []) rows.push(...part);
    expect(rows).toMatchObject([{ country_id: Number(id), country_name: 'Namibia' }]);
    expect(stream?.total).toBe(1);
    expect(await subjects.embedded.stream('nonsense/list', allRows)).toBeUndefined();
    expect(await subjects.remote.stream('country/list', allRows)).toBeUndefined();
  });

  it('answers with the same uploaded file as over HTTP', async () => {
    const form = new FormData();
    form.set('file', new File([Uint8Array.from(PNG)], 'map.png', { type: 'image/png' }));
    const answer = await subjects.remote.upload('Facility', { method: 'POST', body: form }, []);
    const { Data } = z.object({ Data: z.string() }).parse(await answer.json());
    const name = path.basename(Data);
    const stored = await cleanPicture(PNG);
    const fetched = [
      defined(await subjects.embedded.file(name)),
      await fetch(subjects.remote.address + Data),
    ];
    for (const response of fetched) {
      expect(response.headers.get('content-type')).toBe('image/png');
      const value = Buffer.from(await response.arrayBuffer());
      expect({ ok: true, value }).toEqual(stored);
    }
  });

  it('answers with status 404 if there is no such file', async () => {
    for (const name of [`${'0'.repeat(32)}.png`, '../study.sqlite', ''])
      expect((await subjects.embedded.file(name))?.status).toBe(404);
    expect(await subjects.remote.file('map.png')).toBeUndefined();
  });

  it('finds the name of an account by its username or its email address', async () => {
    for (const name of ['admin', 'admin@panel.example'])
      expect(await subjects.embedded.findAccountName(name)).toBe('admin');
    expect(await subjects.embedded.findAccountName('nobody')).toBeUndefined();
    expect(await subjects.remote.findAccountName('admin')).toBeUndefined();
  });

  it('tells whether the code of a mailed link can still set a password', async () => {
    const { db } = await openEmbeddedHost();
    const code = await issueCode(db, 1, 60_000, new Date());
    expect(await subjects.embedded.isPasswordCode(code)).toBe(true);
    expect(await subjects.embedded.isPasswordCode('unknown')).toBe(false);
    expect(await subjects.remote.isPasswordCode(code)).toBeUndefined();
  });
});

describe('the bin', () => {
  const bin = () => defined(subjects.embedded.bin);

  it('refuses to show or restore a record that it does not hold, and says that the record could not be found', async () => {
    expect(await bin().restore('999999', 'ann', {})).toEqual({
      ok: false,
      error: { kind: 'refused', message: expect.stringContaining('could not be found') },
    });
    const path = 'bin/id/999999';
    expect(await subjects.embedded.get(path)).toMatchObject({ error: { kind: 'refused' } });
  });

  it('does not exist on a remote host, whose deletions are final', async () => {
    expect(subjects.remote.bin).toBeUndefined();
  });

  it('lists a record after its deletion, and restores it once', async () => {
    const uid = await save(subjects.embedded, 'Gabon');
    const removed = await subjects.embedded.remove('country', { uid, user: 'ann' }, {});
    const deletedId = String(removed.ok && removed.value.items[0]?.deleted_id);
    const listed = await subjects.embedded.list('bin/list', allRows, whole);
    expect(listed.ok && listed.value.items).toContainEqual(
      expect.objectContaining({
        deleted_id: Number(deletedId),
        deleted_name: 'Gabon',
        deleted_type: 'Country',
        days_left: bin().days,
      }),
    );
    const restored = await bin().restore(deletedId, 'ann', {});
    expect(restored.ok && restored.value.items).toMatchObject([
      { country_id: Number(uid), country_name: 'Gabon' },
    ]);
    expect(await bin().restore(deletedId, 'bo', {})).toMatchObject({ error: { kind: 'refused' } });
    await subjects.embedded.remove('country', { uid, user: 'ann' }, {});
  });

  it('restores a record once over HTTP too', async () => {
    const uid = await save(subjects.remote, 'Angola');
    const removed = await subjects.remote.remove('country', { uid, user: 'ann' }, {});
    const deletedId = String(removed.ok && removed.value.items[0]?.deleted_id);
    const fields = { uid: deletedId, user: 'ann' };
    const restored = await subjects.remote.change('bin/restore', fields, {});
    expect(restored.ok && restored.value.items).toMatchObject([
      { country_id: Number(uid), country_name: 'Angola' },
    ]);
    expect(await subjects.remote.change('bin/restore', fields, {})).toMatchObject({
      error: { kind: 'refused' },
    });
    await subjects.remote.remove('country', { uid, user: 'ann' }, {});
  });
});

describe('the erasure of a participant', () => {
  const erasure = () => defined(subjects.embedded.erasure);

  it('finds nobody by an unknown id, and is not offered by a remote host', async () => {
    expect(unwrap(await erasure().findPerson('999999'))).toBeUndefined();
    expect(unwrap(await erasure().findPerson('1 or 1=1'))).toBeUndefined();
    expect(subjects.remote.erasure).toBeUndefined();
  });

  it('deletes the records of one participant, once and again, and of no other', async () => {
    const { db } = await openEmbeddedHost();
    const people = [
      { id: 901, study_number: 'S-901' },
      { id: 902, study_number: 'S-902' },
    ];
    await db.insertInto('participant').values(people).execute();
    const { person } = defined(unwrap(await erasure().findPerson('901')));
    const records = [{ entity: 'participant', ids: ['901'] }];
    expect(unwrap(await erasure().findRecords(person))).toEqual(records);
    expect(unwrap(await erasure().readRows(person))).toMatchObject([
      { entity: 'participant', rows: [{ id: '901', row: { study_number: 'S-901' } }] },
    ]);
    expect(await erasure().findUnusedUploads([])).toEqual([]);
    expect(await erasure().isImporting()).toBe(false);
    const identify = (kind: string, value: string) =>
      kind === 'study number' && value === 'S-901' ? 'erasure' : undefined;
    expect([...unwrap(await erasure().findErased(identify)).keys()]).toEqual(['erasure']);
    for (let time = 0; time < 2; time += 1) await erasure().erase(person, []);
    expect(unwrap(await erasure().findRecords(person))).toEqual([]);
    expect(unwrap(await erasure().findErased(identify))).toEqual(new Map());
    expect(unwrap(await erasure().findPerson('902'))).toBeDefined();
    await db.deleteFrom('participant').where('id', '=', 902).execute();
  });
});

describe('calls to a remote host that is down', () => {
  const down = makeRemoteHost('http://127.0.0.1:9');

  it('all return the error “unreachable”, and `reach` throws', async () => {
    const unreachable = { ok: false, error: { kind: 'unreachable' } };
    expect(await down.list('country/list', allRows, whole)).toMatchObject(unreachable);
    expect(await down.get('country/id/1')).toMatchObject(unreachable);
    expect(await down.save('country', country, {})).toMatchObject(unreachable);
    expect(await down.remove('country', { uid: '1' }, {})).toMatchObject(unreachable);
    expect(await down.change('account/reset', {}, {})).toMatchObject(unreachable);
    expect(await down.signIn('nobody', 'nothing')).toMatchObject(unreachable);
    expect(await down.append('audit', {})).toMatchObject(unreachable);
    expect(await down.imports.state('1')).toMatchObject(unreachable);
    expect(await down.exchange('downloadJson', {})).toMatchObject(unreachable);
    await expect(down.reach()).rejects.toThrow();
  });
});

describe.each(['embedded', 'remote'] as const)('the %s host', (name) => {
  it('has no method that the tests above do not call', () => {
    expect([...called[name]].sort()).toEqual(listMethods(subjects[name]));
  });
});

/** The fields of a colour by the headings of a file. */
const COLOR_TITLES = { Name: 'color_name', Code: 'color_code', Status: 'color_status' };
/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
