import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Doubts } from '~/lib/core/form/form-view';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { countWrite } from '~/lib/core/host/writes.server';
import {
  action as add,
  loader as emptyForm,
} from '../../app/routes/_signed-in+/_administration+/facility.add';
import {
  action as change,
  loader as filledForm,
} from '../../app/routes/_signed-in+/_administration+/facility.edit.$eid';
import { callRoute, signedInAs } from '../support/call-route';

let cookie: string;
beforeAll(async () => {
  cookie = await signedInAs('administrator');
});
beforeEach(async () => {
  const { db } = await openEmbeddedHost();
  await db.deleteFrom('facility').execute();
  await db
    .insertInto('facility')
    .values({ facility_id: 7, facility_name: 'Matero Clinic', facility_status: 1 })
    .execute();
  countWrite();
});

const services = ['contraception', 'prep', 'abortion', 'menstrual', 'sti', 'art'];
const values = {
  facility_name: 'Kabwata Clinic',
  facility_address: 'Plot 2',
  facility_lat: '-15.5',
  facility_lon: '28.25',
  facility_content: 'Open on weekdays',
  f_status: '1',
  ...Object.fromEntries(services.map((service) => [`facility_${service}`, '1'])),
};

/** Posts the form that adds a facility, or that changes the one with an id. */
async function post(changed: Record<string, string>, id?: string) {
  const path = id === undefined ? '/facility/add' : `/facility/edit/${id}`;
  const call = { cookie, ...(id !== undefined && { params: { eid: id } }) };
  const loaded = await callRoute(id === undefined ? emptyForm : filledForm, path, call);
  const { token: _token, version: _version } = loaded.data as { token: string; version: string };
  const form = { ...values, _token, _version, ...changed };
  const { status, data, headers } = await callRoute(id === undefined ? add : change, path, {
    ...call,
    form,
  });
  const reply = (data ?? {}) as { doubts?: Doubts; initialValue?: Record<string, string> };
  return { ...reply, status, location: headers.get('location') };
}

async function readNames(): Promise<(string | null)[]> {
  const { db } = await openEmbeddedHost();
  const rows = await db
    .selectFrom('facility')
    .select('facility_name')
    .orderBy('facility_id')
    .execute();
  return rows.map(({ facility_name }) => facility_name);
}

describe('a form with doubtful values', () => {
  it.each(['Matero Clinic', 'matero  CLINIC', ' Matero\u00a0Clinic'])(
    'asks before it saves a second facility named %j, and links to the other one',
    async (facility_name) => {
      const asked = await post({ facility_name });
      expect(asked).toMatchObject({
        status: 409,
        initialValue: { facility_address: 'Plot 2' },
        doubts: {
          list: [
            {
              text: 'There is another facility with this name:',
              link: { text: 'Matero Clinic', href: '/facility/edit/7' },
            },
          ],
          savesAnother: false,
        },
      });
      expect(await readNames()).toHaveLength(1);
      const saved = await post({ facility_name, _confirm: String(asked.doubts?.confirm) });
      expect(saved.status).toBe(302);
      expect(await readNames()).toHaveLength(2);
    },
  );

  it('asks before it saves a phone number that cannot be called, but not for a toll-free one', async () => {
    const asked = await post({ facility_phone: '0977', facility_tollfree: '991' });
    expect([asked.status, asked.doubts?.list]).toEqual([
      409,
      [{ text: 'Phone has 4 digits. Phone numbers that can be called have 7 to 15' }],
    ]);
    expect(await readNames()).toHaveLength(1);
    const saved = await post({
      ...{ facility_phone: '0977', facility_tollfree: '991' },
      _confirm: String(asked.doubts?.confirm),
    });
    expect(saved.status).toBe(302);
  });

  it('asks again for another doubt than the one that was confirmed', async () => {
    const { doubts } = await post({ facility_phone: '0977' });
    const _confirm = String(doubts?.confirm);
    expect((await post({ facility_name: 'Matero Clinic', _confirm })).status).toBe(409);
    expect((await post({ facility_phone: '0977', _confirm: 'yes' })).status).toBe(409);
    expect(await readNames()).toHaveLength(1);
  });

  it('opens the form for another facility, if this was asked before', async () => {
    const asked = await post({ facility_phone: '0977', _next: 'add' });
    expect(asked.doubts?.savesAnother).toBe(true);
    const _confirm_next = String(asked.doubts?.confirm);
    const saved = await post({ facility_phone: '0977', _confirm_next });
    expect([saved.status, saved.location]).toEqual([302, '/facility/add']);
  });

  it('does not ask for values that are stored already, nor for good ones', async () => {
    const { db } = await openEmbeddedHost();
    await db
      .insertInto('facility')
      .values({
        ...{ facility_id: 8, facility_name: 'Matero Clinic', facility_phone: '0977' },
        facility_status: 1,
      })
      .execute();
    countWrite();
    const kept = { facility_name: 'Matero Clinic', facility_phone: '0977' };
    expect((await post({ ...kept, facility_address: 'Plot 9' }, '8')).status).toBe(302);
    const good = { facility_phone: '+260 97 123 4567 ext 12' };
    expect((await post({ ...good, facility_name: 'Chilenje Clinic' }, '8')).status).toBe(302);
    expect((await post({ facility_name: 'Matero Clinic' }, '8')).status).toBe(409);
  });
});
