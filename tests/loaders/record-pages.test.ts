import { declarations } from 'shared/entities';
import { describe, expect, it } from 'vitest';
import { toOpaqueId } from '~/lib/core/addresses/record-address.server';
import { getEntity } from '~/lib/core/entities';
import { hasHistory } from '~/lib/core/entities/record-history';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { loader as list } from '../../app/routes/_signed-in+/_main-app+/data-dictionary';
import { loader as edit } from '../../app/routes/_signed-in+/_messenger+/phone.edit.$eid';
import { loader as view } from '../../app/routes/_signed-in+/$entity.view.$eid';
import { loader as askDelete } from '../../app/routes/_signed-in+/delete.$entity.$eid';
import { callRoute, signedInAs } from '../support/call-route';

const open = async (entity: string, eid: string, role: 'administrator' | 'researcher') => {
  const call = { cookie: await signedInAs(role), params: { entity, eid } };
  return callRoute(view, `/${entity}/view/${eid}`, call);
};

describe('the page of a record that has no form', () => {
  it.each([
    ['country', '1'],
    ['planet', '1'],
    ['data-dictionary', '999'],
    ['data-dictionary', '0x1'],
  ])('does not exist for %s %s', async (entity, eid) => {
    expect((await open(entity, eid, 'administrator')).status).toBe(404);
  });

  it('leads to the history, for administrators also to the accesses, and is linked from its list', async () => {
    const { db } = await openEmbeddedHost();
    await db.insertInto('data_dictionary').values({ dict_id: 7, dict_field: 'age' }).execute();
    const { data } = await open('data-dictionary', '7', 'administrator');
    expect(data).toMatchObject({
      heading: 'Data dictionary entry age',
      historyHref: '/history/data-dictionary/7',
    });
    // Who saw a record that identifies nobody is not logged.
    expect(data).not.toHaveProperty('accessesHref', expect.anything());
    await db.deleteFrom('participant').execute();
    await db.insertInto('participant').values({ id: 9_500, study_number: 'SEEN-1' }).execute();
    const eid = toOpaqueId('participant', '9500');
    const accessesHref = `/audit/accesses/participant/${eid}`;
    const person = await open('participant', eid, 'administrator');
    expect(person.data).toMatchObject({ accessesHref });
    const seen = await open('participant', eid, 'researcher');
    expect(seen.data).toMatchObject({ historyHref: `/history/participant/${eid}` });
    expect(seen.data).not.toHaveProperty('accessesHref', expect.anything());
    const cookie = await signedInAs('researcher');
    const listed = await callRoute(list, '/data-dictionary', { cookie });
    expect(JSON.stringify(listed.data)).toContain('"href":"/data-dictionary/view/7"');
  });
});

it('every record with a history has a page', () => {
  const without = declarations
    .filter(hasHistory)
    .map(({ name }) => getEntity(name))
    .filter(({ form, detail }) => !form && !detail);
  expect(without.map(({ name }) => name)).toEqual([]);
});

it('a page that was opened with filters that name people redirects to its address without them', async () => {
  const cookie = await signedInAs('administrator');
  const participant = toOpaqueId('participant', '9500');
  const phone = toOpaqueId('phone', '+260970000000');
  const number = 'list=phone_number%3D%2B260970000000%26page%3D2';
  for (const [loader, path, params, search] of [
    [view, `/participant/view/${participant}`, { entity: 'participant', eid: participant }, number],
    [edit, `/phone/edit/${phone}`, { eid: phone }, number],
    [
      askDelete,
      '/delete/sms-phone/1',
      { entity: 'sms-phone', eid: '1' },
      'list=q%3DMutale%26page%3D2',
    ],
  ] as const) {
    const opened = await callRoute(loader, `${path}?${search}`, { cookie, params });
    const location = opened.headers.get('location');
    expect([opened.status, location]).toEqual([302, `${path}?list=page%3D2`]);
  }
});
