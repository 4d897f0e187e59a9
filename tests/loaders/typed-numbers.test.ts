import { beforeAll, describe, expect, it } from 'vitest';
import { access, bindAccessesToUser } from '~/lib/core/access/access-entity';
import { toOpaqueId } from '~/lib/core/addresses/record-address.server';
import { isHiddenParameter } from '~/lib/core/entities/hidden-filters';
import { settleEntries } from '~/lib/core/host/audit.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { loader as accesses } from '../../app/routes/_signed-in+/_administration+/audit_.accesses';
import { loader as accessesToRecord } from '../../app/routes/_signed-in+/_administration+/audit_.accesses_.$entity.$name';
import { loader as editColor } from '../../app/routes/_signed-in+/_administration+/color.edit.$eid';
import { loader as viewRecord } from '../../app/routes/_signed-in+/$entity.view.$eid';
import { loader as askDelete } from '../../app/routes/_signed-in+/delete.$entity.$eid';
import { action as exportList } from '../../app/routes/_signed-in+/export.$';
import { loader as history } from '../../app/routes/_signed-in+/history.$entity.$record';
import { callRoute, signedInAs } from '../support/call-route';

const NUMBER = '260971234567';

let cookie: string;
beforeAll(async () => {
  cookie = await signedInAs('administrator');
});

describe('a phone number in the address', () => {
  const postExport = (list: string) =>
    callRoute(exportList, `/export${list}`, { cookie, params: { '*': list.slice(1) }, form: {} });
  const openHistory = (entity: string, record: string) =>
    callRoute(history, `/history/${entity}/${record}`, { cookie, params: { entity, record } });
  const openAccesses = (entity: string, name: string) =>
    callRoute(accessesToRecord, `/audit/accesses/${entity}/${name}`, {
      cookie,
      params: { entity, name },
    });

  /** Opens a page. Returns only the title and the heading of its data, because its text may repeat the typed number. */
  const openPage = async (
    loader: Parameters<typeof callRoute>[0],
    path: string,
    entity = 'color',
  ) => {
    const params = { entity, eid: NUMBER };
    const answer = await callRoute(loader, `/${path}/${NUMBER}`, { cookie, params });
    const { title, heading } = Object(answer.data);
    return { ...answer, data: { title, heading } };
  };

  it.each([
    ['history of a conversation', () => openHistory('conversation-summary', NUMBER), 404],
    ['history of a user of the messenger', () => openHistory('last-seen', NUMBER), 404],
    ['history of a phone', () => openHistory('phone', NUMBER), 302],
    ['history of a phone with a plus sign', () => openHistory('phone', `+${NUMBER}`), 302],
    ['history of a color', () => openHistory('color', NUMBER), 302],
    ['accesses to a color', () => openAccesses('color', '971234567'), 302],
    ['page to delete a color', () => openPage(askDelete, 'delete/color'), 404],
    ['page to edit a color', () => openPage(editColor, 'color/edit'), 404],
    ['page of a follow-up', () => openPage(viewRecord, 'follow-up/view', 'follow-up'), 404],
    ['export of a history', () => postExport(`/history/conversation-summary/${NUMBER}`), 302],
    ['export of the history of a phone', () => postExport(`/history/phone/${NUMBER}`), 302],
    ['accesses to a phone', () => openAccesses('phone', NUMBER), 404],
    ['accesses to a conversation', () => openAccesses('conversation-summary', NUMBER), 404],
    ['accesses to a participant', () => openAccesses('participant', NUMBER), 404],
    ['accesses to a local number', () => openAccesses('phone', '971234567'), 404],
    ['accesses to a number after a tilde', () => openAccesses('phone', `~${NUMBER}`), 404],
    ['export of accesses', () => postExport(`/audit/accesses/phone/${NUMBER}`), 302],
  ] as const)(
    'is not repeated in a title, a redirect or an audit entry: %s',
    async (_page, open, status) => {
      const answer = await open();
      const { data, headers, response } = answer;
      const shown = [JSON.stringify(data), headers.get('location'), await response?.text()].join();
      expect([answer.status, shown.includes('971234567')]).toEqual([status, false]);
      await settleEntries();
      const { db } = await openEmbeddedHost();
      const entries = await db.selectFrom('audit_entry').selectAll().execute();
      expect(JSON.stringify(entries)).not.toContain('971234567');
    },
  );

  it('is told apart from the ids in addresses that the panel itself makes', async () => {
    const { db } = await openEmbeddedHost();
    const country = { country_id: 95, country_name: 'Kenya', country_status: 1 };
    await db.insertInto('country').values(country).execute();
    expect((await openHistory('country', '95')).status).toBe(200);
    expect((await openHistory('country', '96')).status).toBe(404);
    expect((await openAccesses('follow-up', '5')).status).toBe(200);
    expect((await openAccesses('participant', toOpaqueId('participant', '5'))).status).toBe(200);
    expect((await openAccesses('phone', `~${'d'.repeat(22)}`)).status).toBe(200);
  });
});

describe('the filter of the records of accesses', () => {
  const lists = [access.list, bindAccessesToUser('1').list];

  it.each([
    ...['260971234567', '+260 97 1234567', 'Mary', 'phone 971234567', 'mary 971234567'],
    'participant 12',
  ])('is hidden if it may name a person: %s', async (typed) => {
    for (const list of lists)
      for (const name of ['access_records', 'access_records.is'])
        expect([name, isHiddenParameter(list, name, typed)]).toEqual([name, true]);
    const search = new URLSearchParams({ access_records: typed });
    const { status, headers } = await callRoute(accesses, `/audit/accesses?${search}`, {
      cookie,
    });
    expect(status).toBe(302);
    expect(headers.get('location')).toMatch(/^\/audit\/accesses\?view=[\w-]+$/);
  });

  it.each(['follow-up 12', 'Follow-up  12', 'phone #4', 'discussion-post #7', ''])(
    'is readable if it is empty or names a record by its number: "%s"',
    (typed) => {
      for (const list of lists)
        expect(isHiddenParameter(list, 'access_records', typed)).toBe(false);
    },
  );
});
