import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entities } from '~/lib/core/entities';
import type { Entity } from '~/lib/core/entities/entity';
import { runs, sweep } from '../support/full';
import { fullExport } from '../support/full-export';
import { MARKED_CONVERSATIONS, MARKED_DISCUSSIONS } from '../support/marked-records';
import { readZip } from '../support/read-zip';
import { studiedHosts } from '../support/studied-hosts';
import { watchAccesses } from '../support/watched-accesses';

const WAIT = { timeout: 60_000, interval: 500 };

/** Generates addresses of a list with any columns, page, size and order. */
function generateAddresses(path: string, { list }: Pick<Entity, 'list'>) {
  const fields = list.columns.map(({ field }) => field);
  return fc
    .record({
      cols: fc.subarray(fields, { minLength: 1, maxLength: Math.min(12, fields.length) }),
      page: fc.integer({ min: 1, max: 4 }),
      size: fc.constantFrom(5, 10, 20, 50, 100),
      sort: fc.constantFrom(...fields),
    })
    .map(({ cols, page, size, sort }) => {
      const search = new URLSearchParams({ cols: cols.join(','), sort });
      if (page > 1) search.set('page', String(page));
      if (size !== list.pageSize) search.set('size', String(size));
      return `${path}?${search}`;
    });
}

/** Generates addresses of summaries of a list by one or two of its fields. */
function generateSummaries(path: string, { list }: Pick<Entity, 'list'>) {
  const groupings = list.columns.flatMap(({ field, summarized }) =>
    summarized === 'value' ? [field] : summarized === 'date' ? [`${field}.month`] : [],
  );
  return fc
    .subarray(groupings, { minLength: 1, maxLength: 2 })
    .map((by) => `${path}?by=${by.join(',')}`);
}

describe.each(sweep(studiedHosts, ({ isEmbedded }) => isEmbedded))(
  'with $name,',
  ({ start, isEmbedded }) => {
    // With this setting, the session keeps the user's name from before `watchAccesses` marks the records.
    const watched = watchAccesses(start({ SESSION_RECHECK_SECONDS: '3600' }));
    const { expectLogged, expectAccountsLogged } = watched;

    // `watchAccesses` does not mark the rows of the gallery and of the logs.
    const lists = entities.filter(
      ({ name }) => !['upload', 'audit-log', 'sign-in-log', 'error-log'].includes(name),
    );

    const anyList = fc
      .constantFrom(...lists)
      .chain((entity) => generateAddresses(entity.list.path, entity));

    it('the access log has the records whose identifying fields a list shows, and no others', async () => {
      let shown = 0;
      await fc.assert(
        fc.asyncProperty(anyList, fc.boolean(), async (address, isData) => {
          shown += await expectLogged(isData ? address.replace('?', '.data?') : address);
        }),
        { numRuns: runs(isEmbedded ? 25 : 12, 400) },
      );
      shown += await expectLogged('/participants?cols=id,birthday&size=100');
      expect(shown).toBeGreaterThan(50);
    });

    it('the access log has the records whose identifying fields an export contains, and no others', async () => {
      let shown = 0;
      await fc.assert(
        fc.asyncProperty(anyList, async (address) => {
          shown += await watched.expectExportLogged(address);
        }),
        { numRuns: runs(isEmbedded ? 8 : 4, 100) },
      );
      shown += await watched.expectExportLogged('/participants?cols=id,birthday');
      expect(shown).toBeGreaterThan(50);
    });

    it('the access log has the accounts whose names a summary or a page of filters shows, and no others', async () => {
      const summarized = lists.filter(({ list }) =>
        list.columns.some(({ summarized }) => summarized === 'value'),
      );
      const anySummary = fc
        .constantFrom(...summarized)
        .chain((entity) => generateSummaries(entity.list.path, entity));
      const anyFilters = fc.constantFrom(...lists).map(({ list }) => `/filters${list.path}`);
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(anySummary, anyFilters),
          fc.boolean(),
          async (address, isFile) => {
            if (isFile && !address.startsWith('/filters'))
              await expectAccountsLogged(`/export${address}`, { method: 'POST' });
            else await expectAccountsLogged(address);
          },
        ),
        { numRuns: runs(6, 100) },
      );
      let shown = 0;
      for (const path of ['/participants?by=peer_navigator', '/follow-ups.data?by=peer_navigator'])
        shown += await expectAccountsLogged(path);
      expect(shown).toBeGreaterThan(20);
    });

    it.each(['csv', 'xlsx', 'json', 'package'])(
      'the access log has the records that a file for analysis contains, and no others: %s',
      async (format) => {
        const { visitor } = watched;
        let shown = 0;
        for (const list of [
          '/participants?cols=id,birthday,peer_navigator',
          '/phones',
          '/colors',
        ]) {
          const body = new URLSearchParams({ format, style: 'words', ...fullExport });
          const made = await visitor.request(`/export-as${list}`, { method: 'POST', body });
          const path = made.headers.get('location') ?? '';
          expect(path).toMatch(/^\/exported\//);
          const read = () => visitor.request(`${path}/data`);
          await expect.poll(async () => (await read()).status, WAIT).toBe(200);
          const content = Buffer.from(await (await read()).arrayBuffer());
          const isZip = format === 'package' || format === 'xlsx';
          const texts = isZip ? [...readZip(content).values()] : [content];
          const text = texts.map(String).join('\n');
          shown += await watched.expectFileLogged(`${list} as ${format}`, made, text);
        }
        expect(shown).toBeGreaterThan(200);
      },
    );

    it('the access log has the records that the question before a bulk action names', async () => {
      const { visitor } = watched;
      let shown = 0;
      for (const [entity, path, button] of [
        ['user', '/users?size=10', 'Change status to Disabled'],
        ['sms-phone', '/sms-phones', 'Delete selected'],
      ] as const) {
        await visitor.open(path);
        const boxes = visitor.document.querySelectorAll<HTMLInputElement>('tbody [type=checkbox]');
        for (const box of [...boxes].slice(0, 3)) box.checked = true;
        const body = visitor.getBody(button);
        shown += await expectLogged(`/bulk/${entity}`, { method: 'POST', body });
      }
      expect(shown).toBeGreaterThan(3);
    });

    it('the access log has the records that the result of a bulk action names', async () => {
      const { visitor } = watched;
      let shown = 0;
      for (const [path, question] of [
        // Neither the signed-in administrator nor the last one can be disabled. The result names them.
        ['/users?size=50&user_role.in=1', 'Change status to Disabled'],
        // Other tests need the first phones.
        ['/sms-phones?sort=-sms_phone_id', 'Delete selected'],
      ] as const) {
        await visitor.open(path);
        const boxes = visitor.document.querySelectorAll<HTMLInputElement>('tbody [type=checkbox]');
        for (const box of [...boxes].slice(0, 5)) box.checked = true;
        await visitor.press(question);
        const start = visitor.document.querySelector('main button[type=submit]')?.textContent ?? '';
        const result = visitor.url;
        const body = visitor.getBody(start);
        await visitor.request(result, { method: 'POST', body });
        const read = async () => (await visitor.request(result)).text();
        await expect.poll(read, WAIT).toMatch(/\d+ (done|failed)/);
        shown += await expectLogged(result);
      }
      expect(shown).toBeGreaterThan(0);
    });

    it('the access log has the records that a chat and a discussion show, as a table and as a transcript', async () => {
      const chats = [
        ...MARKED_CONVERSATIONS.map((id) => `/phone/chat/${id}`),
        ...MARKED_DISCUSSIONS.map((id) => `/discussion/chat/${id}`),
      ];
      let shown = 0;
      for (const chat of chats) {
        shown += await expectLogged(chat);
        shown += await expectLogged(`${chat}/transcript`);
      }
      expect(shown).toBeGreaterThan(20);
    });

    it.each([
      '/participant/view/1',
      '/participant/view/33',
      '/follow-up/view/2',
      '/quiz-attempt/edit/1',
      '/phone/edit/%2B260000000002',
      '/facility/edit/3',
      '/country/edit/1',
      '/resource/edit/4',
      '/notification/edit/1',
      '/quiz/edit/1',
      '/sms-phone/edit/1',
      '/sms-message/edit/1',
      '/discussion/edit/demo-001',
      '/delete/sms-phone/2',
      '/delete/country/2',
      '/phone/participants/%2B260000000007',
      '/phone/participants/%2B260000000007/unlink/%2B260000000003',
      '/phone/conversations/%2B260000000001',
      '/users/waiting',
      '/users/waiting/8',
      '/country/add',
      '/home',
      '/send-messages',
    ])('the access log has the records that %s shows', async (path) => {
      await expectLogged(path);
    });
  },
);
