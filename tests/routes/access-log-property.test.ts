import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { readRanges, readRecords } from '~/lib/access/ranges';
import { entities } from '~/lib/entities';
import type { Entity } from '~/lib/entities/entity';
import { demoPanel } from '../support/embedded';
import { runs } from '../support/full';
import {
  digestKeys,
  findMarkedRecords,
  MARKED_CONVERSATIONS,
  MARKED_DISCUSSIONS,
  markRecords,
} from '../support/marked-records';
import type { Visitor } from '../support/visitor';

// The session keeps the user's name of the sign-in, which is not marked.
const demo = demoPanel({ SESSION_RECHECK_SECONDS: '3600' });

let visitor: Visitor;
let keys: Map<string, string>;
beforeAll(async () => {
  visitor = await demo.signedIn();
  await markRecords(demo.sql);
  keys = digestKeys(await listKeys());
});

const phones = new Set<string>();

/** Returns the records whose keys the access log encrypts. */
async function listKeys(): Promise<[string, string][]> {
  const stored = await demo.sql('host', 'select phone_number from phone');
  for (const { phone_number } of stored as { phone_number: string }[]) phones.add(phone_number);
  const documents = (await demo.sql('panel', 'select collection, id, data from document')) as {
    collection: string;
    id: string;
    data: string;
  }[];
  return [
    ...[...phones, ...documents.map(({ id }) => id)].map((number): [string, string] => [
      'phone',
      number,
    ]),
    ...documents.flatMap(({ collection, id, data }): [string, string][] => {
      const [, parent] = /([^/]+)\/[^/]+$/.exec(collection) ?? [];
      return [
        ['discussion', id],
        ['discussion-post', `${parent}/${id}`],
        ['conversation', String(parent)],
        ['conversation', String(JSON.parse(data).id)],
      ];
    }),
  ];
}

/** Returns the records that the access log has for a request. */
async function readLogged(request: string): Promise<Set<string>> {
  // Reading the log stores what has been noted.
  await visitor.request('/profile/accesses');
  const accesses = (await demo.sql(
    'panel',
    'select access_id, access_records, access_count from access_log where access_request = ?',
    request,
  )) as { access_id: number; access_records: string; access_count: number }[];
  const known = (await demo.sql('panel', 'select key_id, digest from access_key')) as {
    key_id: number;
    digest: string;
  }[];
  const names = new Map(known.map(({ key_id, digest }) => [-key_id, keys.get(digest)]));
  const logged = new Set<string>();
  const add = (entity: string, refs: readonly number[]) => {
    for (const ref of refs)
      logged.add(ref > 0 ? `${entity} ${ref}` : (names.get(ref) ?? 'unknown'));
  };
  for (const { access_id, access_records } of accesses) {
    for (const [entity, refs] of readRecords(access_records)) add(entity, refs);
    const parts = (await demo.sql(
      'panel',
      `select name, refs from access_part
        join access_entity on access_entity.entity_id = access_part.entity_id where access_id = ?`,
      access_id,
    )) as { name: string; refs: string }[];
    for (const { name, refs } of parts) add(name, readRanges(refs));
  }
  expect(accesses.reduce((sum, access) => sum + access.access_count, 0)).toBeGreaterThanOrEqual(
    logged.size,
  );
  return logged;
}

/** Opens an address, and expects the access log to have the records of the response, and no other. */
async function expectLogged(path: string, init: RequestInit = {}): Promise<number> {
  let response = await visitor.request(path, init);
  const location = response.headers.get('location');
  if (location) response = await visitor.request(location);
  const text = await response.text();
  expect([path, response.status]).toEqual([path, 200]);
  const shown = findMarkedRecords(text, phones);
  const chat = /\/phone\/chat\/([\w-]+)/.exec(path)?.[1];
  if (chat && shown.size > 0) shown.add(`conversation ${chat}`);
  const logged = await readLogged(response.headers.get('x-request-id') ?? '');
  expect([path, [...logged].sort()]).toEqual([path, [...shown].sort()]);
  return shown.size;
}

// The rows of the gallery, of users and of the logs cannot be marked.
const lists = entities.filter(
  ({ name }) => !['upload', 'user', 'audit-log', 'sign-in-log', 'error-log'].includes(name),
);

/** Addresses of a list with any columns, page, size and order. */
function addresses(path: string, { list }: Pick<Entity, 'list'>) {
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

const anyList = fc.constantFrom(...lists).chain((entity) => addresses(entity.list.path, entity));

it('has the records whose identifying fields a list shows, and no other', async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(anyList, fc.boolean(), async (address, isData) => {
      shown += await expectLogged(isData ? address.replace('?', '.data?') : address);
    }),
    { numRuns: runs(40, 400) },
  );
  expect(shown).toBeGreaterThan(50);
});

it('has those of an export', async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(anyList, async (address) => {
      shown += await expectLogged(`/export${address}`, { method: 'POST' });
    }),
    { numRuns: runs(12, 100) },
  );
  shown += await expectLogged('/export/participants?cols=id,birthday', { method: 'POST' });
  expect(shown).toBeGreaterThan(50);
});

it('has those of a chat and of a discussion, as a table and as a transcript', async () => {
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
  '/country/add',
  '/home',
  '/send-messages',
])('has those of %s', async (path) => {
  await expectLogged(path);
});
