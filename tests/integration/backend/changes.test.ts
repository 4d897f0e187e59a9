import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../backend/audit/chain';
import type { CallerEntry } from '../../../backend/audit/change';
import { defined } from '../../../shared/defined';
import { png } from '../../support/files';
import { type Answer, ann, startHost, type TestHost } from '../../support/start-host';
import { take } from '../../support/take';

const entry: CallerEntry = {
  username: 'ann',
  title: 'Countries',
  action: 'Add',
  describe: ([item]) => `Changed ${item?.country_id ?? item?.part_id ?? 'something'}`,
};
const country = { uid: '0', uname: 'Zambia', ucode: '260', ustatus: '1', user: 'ann' };

/** Posts a change as a caller in the same process does, with its entries. */
async function change(
  { host }: TestHost,
  path: string,
  fields: Record<string, string> | FormData,
  { key, entries = [entry] }: { key?: string; entries?: CallerEntry[] } = {},
): Promise<Answer> {
  const request = new Request(`http://host.test/${path}`, {
    method: 'POST',
    body: fields instanceof FormData ? fields : new URLSearchParams(fields),
    headers: key ? { 'idempotency-key': key } : {},
  });
  return (await host.fetch(request, { entries })).json();
}

async function listDescriptions({ get }: TestHost): Promise<unknown[]> {
  const { items } = await get('audit/list?sort=audit_id');
  return items.map((item) => item.audit_description);
}

describe('the audit entry of a change', () => {
  it('is not written for a change that is refused', async () => {
    const host = await startHost();
    await host.post('country/update', country);
    const refused = [
      await change(host, 'country/update', country),
      await change(host, 'country/update', { ...country, uname: '' }),
      await change(host, 'country/update', { ...country, uid: '99' }),
      await change(host, 'country/delete', { uid: '99' }),
      await change(host, 'peer/add/participant', { unumber: '1', uparticipant: '2', uuser: 'ann' }),
      await change(host, 'peer/remove/participant', { unumber: '1', uparticipant: '2' }),
    ];
    expect(refused.map(({ succeeded }) => succeeded)).toEqual(refused.map(() => false));
    const file = new FormData();
    file.set('file', new File(['no picture'], 'a.txt'));
    expect(await change(host, 'upload/Facility', file)).toMatchObject({ Succeeded: false });
    expect(await listDescriptions(host)).toEqual([]);
  });

  it('is a part of the change: if the entry cannot be written, the change is undone', async () => {
    const host = await startHost();
    const broken: CallerEntry = {
      ...entry,
      describe: () => {
        throw new Error('no entry');
      },
    };
    const answer = await change(host, 'country/update', country, { entries: [broken] });
    expect(answer.succeeded).toBe(false);
    expect((await host.get('country/list')).items).toEqual([]);
    expect(await listDescriptions(host)).toEqual([]);
  });

  it('names the previous role and status from the database, not from the form as it was opened', async () => {
    const host = await startHost();
    const update: CallerEntry = { ...entry, title: 'Users', describe: () => 'Updated user' };
    await change(host, 'user/update', ann, { entries: [update] });
    const changed = { ...ann, uid: '1', urole: '1', ustatus: '2', uemail: 'other@x.example' };
    const id = defined((await host.get('user/list?user_username=ann')).items[0]).user_id;
    // Another user has changed the record since the form was opened.
    await host.post('user/update', { ...ann, uid: String(id), ustatus: '2' });
    await change(host, 'user/update', { ...changed, uid: String(id) }, { entries: [update] });
    const { items } = await host.get('audit/list?sort=audit_id');
    expect(
      items.map((item) => [item.audit_username, item.audit_action, item.audit_description]),
    ).toEqual([
      ['ann', 'Add', 'Updated user'],
      ['ann', 'Add', 'Updated user'],
      ['ann', 'Role change', `Changed the role of user ${id} from Researcher to Administrator`],
      ['ann', 'Email change', `Changed the email address of user ${id}`],
    ]);
    expect(items.every((item) => item.audit_title === 'Users')).toBe(true);
  });

  it('is written once for each change in the process, in the study’s time, and never for a change over HTTP', async () => {
    const host = await startHost();
    await change(host, 'country/update', country);
    await change(host, 'country/update', { ...country, uid: '1', ucode: '265' });
    await change(host, 'country/delete', { uid: '1' });
    await host.post('country/update', country);
    const overHttp = new Request('http://host.test/country/delete', {
      method: 'POST',
      body: new URLSearchParams({ uid: '2' }),
    });
    // Passes the bindings that a server over HTTP passes.
    await host.host.fetch(overHttp, { incoming: {}, outgoing: {} } as never);
    expect(await listDescriptions(host)).toEqual(['Changed 1', 'Changed 1', 'Changed something']);
    const { items } = await host.get('audit/list');
    expect(items[0]).toMatchObject({
      audit_username: 'ann',
      audit_title: 'Countries',
      audit_action: 'Add',
      audit_date: '2026-03-01 14:30:15',
    });
    expect((await verifyAudit(host.db)).flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('is written when a participant is linked or unlinked, and for an upload', async () => {
    const host = await startHost({ demo: true });
    const { items: phones } = await host.get('phone/list');
    const navigator = phones.find(({ phone_status }) => phone_status === 2);
    const participants = phones.filter(({ phone_status }) => phone_status === 3);
    const unumber = String(navigator?.phone_number);
    const before = (await host.get('audit/list')).total ?? 0;
    let made = 0;
    for (const { phone_number } of participants.slice(0, 20)) {
      const link = { unumber, uparticipant: String(phone_number), uuser: 'ann' };
      if ((await change(host, 'peer/add/participant', link)).succeeded) made += 1;
      if ((await change(host, 'peer/remove/participant', link)).succeeded) made += 1;
    }
    expect(made).toBeGreaterThan(0);
    const file = new FormData();
    file.set('file', new File([new Uint8Array(png)], 'a.png', { type: 'image/png' }));
    expect(await change(host, 'upload/Facility', file)).toMatchObject({ Succeeded: true });
    expect((await host.get('audit/list')).total).toBe(before + made + 1);
  });

  it('is not written again when the same addition is sent again', async () => {
    const host = await startHost();
    const first = await change(host, 'country/update', country, { key: 'once' });
    const again = await change(host, 'country/update', country, { key: 'once' });
    expect(again.items).toEqual(first.items);
    expect(await listDescriptions(host)).toEqual(['Changed 1']);
  });

  it('is cut where it is too long', async () => {
    const host = await startHost();
    const long: CallerEntry = {
      ...entry,
      title: 'T'.repeat(300),
      describe: () => 'd'.repeat(9_000),
    };
    await change(host, 'user/update', ann, { entries: [long] });
    const [item] = take((await host.get('audit/list')).items, 1);
    expect(String(item.audit_title)).toHaveLength(255);
    expect(String(item.audit_description)).toHaveLength(5_000);
  });

  it('is written for each of many simultaneous changes and views, in one unbroken chain', async () => {
    const host = await startHost();
    const colours = Array.from({ length: 40 }, (_, n) =>
      change(
        host,
        'color/update',
        { uid: '0', uname: `Colour ${n}`, ucode: '#1B7F5C', ustatus: '1', user: 'ann' },
        { entries: [{ ...entry, describe: ([item]) => `Added ${item?.color_id}` }] },
      ),
    );
    const views = Array.from({ length: 40 }, (_, n) =>
      host.post('audit/update', { uusername: 'bob', udescription: `View ${n}` }),
    );
    const answers = await Promise.all([...colours, ...views]);
    expect(answers.filter(({ succeeded }) => !succeeded)).toEqual([]);
    const added = (await listDescriptions(host)).filter((text) =>
      String(text).startsWith('Added '),
    );
    const ids = (await host.get('color/list')).items.map(({ color_id }) => `Added ${color_id}`);
    expect(added.sort()).toEqual(ids.sort());
    expect((await verifyAudit(host.db)).flatMap(({ errors }) => errors)).toEqual([]);
  });
});

it('an entry that is sent several times with the same key is stored once', async () => {
  const host = await startHost();
  const fields = { uusername: 'ann', udescription: 'Added country 1' };
  const sent = await Promise.all(
    [1, 2, 3].map(() => change(host, 'audit/update', fields, { key: 'intent', entries: [] })),
  );
  expect(sent.map(({ items }) => defined(items[0]).audit_id)).toEqual([1, 1, 1]);
  expect(await listDescriptions(host)).toEqual(['Added country 1']);
});
