import { beforeAll, describe, expect, it } from 'vitest';
import { settleEntries } from '~/lib/host/audit.server';
import { openEmbeddedHost } from '~/lib/host/open-embedded.server';
import { loader as accessesToRecord } from '../../app/routes/_signed-in+/_administration+/audit_.accesses_.$entity.$name';
import { action as exportList } from '../../app/routes/_signed-in+/export.$';
import { loader as history } from '../../app/routes/_signed-in+/history.$entity.$record';
import { callRoute, signedInAs } from '../support/call-route';

const NUMBER = '260971234567';

let cookie: string;
beforeAll(async () => {
  cookie = await signedInAs('administrator');
});

describe('a phone number in the address', () => {
  const exportAt = (list: string) =>
    callRoute(exportList, `/export${list}`, { cookie, params: { '*': list.slice(1) }, form: {} });
  const historyOf = (entity: string, record: string) =>
    callRoute(history, `/history/${entity}/${record}`, { cookie, params: { entity, record } });
  const accessesTo = (entity: string, name: string) =>
    callRoute(accessesToRecord, `/audit/accesses/${entity}/${name}`, {
      cookie,
      params: { entity, name },
    });

  it.each([
    ['history of a conversation', () => historyOf('conversation-summary', NUMBER), 404],
    ['history of a user of the messenger', () => historyOf('last-seen', NUMBER), 404],
    ['history of a phone', () => historyOf('phone', NUMBER), 302],
    ['history of a phone with a plus sign', () => historyOf('phone', `+${NUMBER}`), 302],
    ['export of a history', () => exportAt(`/history/conversation-summary/${NUMBER}`), 302],
    ['export of the history of a phone', () => exportAt(`/history/phone/${NUMBER}`), 302],
    ['accesses to a phone', () => accessesTo('phone', NUMBER), 404],
    ['accesses to a conversation', () => accessesTo('conversation-summary', NUMBER), 404],
    ['accesses to a participant', () => accessesTo('participant', NUMBER), 404],
    ['accesses to a local number', () => accessesTo('phone', '971234567'), 404],
    ['accesses to a number after a tilde', () => accessesTo('phone', `~${NUMBER}`), 404],
    ['export of accesses', () => exportAt(`/audit/accesses/phone/${NUMBER}`), 302],
  ] as const)('stands in no title, redirect or audit entry: %s', async (_page, open, status) => {
    const answer = await open();
    const { data, headers, response } = answer;
    const shown = [JSON.stringify(data), headers.get('location'), await response?.text()].join();
    expect([answer.status, shown.includes('971234567')]).toEqual([status, false]);
    await settleEntries();
    const { db } = await openEmbeddedHost();
    const entries = await db.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify(entries)).not.toContain('971234567');
  });

  it('does not prevent the pages of records that the panel links to', async () => {
    expect((await historyOf('quiz-attempt', '5')).status).toBe(200);
    expect((await accessesTo('participant', '5')).status).toBe(200);
    expect((await accessesTo('phone', `~${'d'.repeat(22)}`)).status).toBe(200);
  });
});
