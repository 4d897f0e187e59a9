import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect } from 'vitest';
import { parseRecords, readRanges } from '~/lib/core/access/ranges';
import { orderFull } from './full-export';
import { digestKeys, findMarkedRecords, markRecords, takeAccountNames } from './marked-records';
import type { StudyPanel } from './studied-hosts';
import type { Visitor } from './visitor';

const NOT_OFFERED = /API host does not offer|Only the embedded host|this panel has no bin/;

/**
 * Marks the records of the demo study for all tests of a file, and returns functions that compare responses with the
 * access log. Tests must set a high SESSION_RECHECK_SECONDS. The session then keeps the user's name as it was at the
 * sign-in, without a mark.
 */
export function watchAccesses(demo: StudyPanel) {
  let visitor: Visitor;
  let keys: Map<string, string>;
  const phones = new Set<string>();
  beforeAll(async () => {
    visitor = await demo.signedIn();
    await markRecords(demo);
    // Marking blocks the event loop. The HTTP client must first notice connections that the panel has closed meanwhile.
    for (let turn = 0; turn < 2; turn++) await setImmediate();
    keys = digestKeys(await listKeys(demo, phones));
  });

  /** Sends a request, follows its redirect, and returns the last answer with its text. */
  async function open(path: string, init: RequestInit = {}) {
    let response = await visitor.request(path, init);
    const location = response.headers.get('location');
    if (location) response = await visitor.request(location);
    return { response, text: await response.text() };
  }

  /** Expects that the access log has exactly these records for the response. */
  async function expectRecords(path: string, response: Response, shown: ReadonlySet<string>) {
    const request = response.headers.get('x-request-id') ?? '';
    const logged = await readLogged(demo, { visitor, keys, request });
    expect([path, [...logged].sort()]).toEqual([path, [...shown].sort()]);
  }

  return {
    get visitor() {
      return visitor;
    },
    open,
    expectRecords,
    /**
     * Opens an address of a summary or of filters, and expects that the access log has exactly the accounts whose
     * names the response shows. Returns their number.
     */
    async expectAccountsLogged(path: string, init: RequestInit = {}): Promise<number> {
      const { response, text } = await open(path, init);
      expect([path, response.status]).toEqual([path, 200]);
      const { names, rest } = takeAccountNames(text);
      const accounts = [...names].map((name): [string, string] => ['account', name.toLowerCase()]);
      for (const [digest, record] of digestKeys(accounts)) keys.set(digest, record);
      const shown = accounts.map((account) => account.join(' '));
      await expectRecords(path, response, new Set([...shown, ...findMarkedRecords(rest, phones)]));
      return shown.length;
    },
    /**
     * Exports a list, as a full file if it has personal data, and expects that the access log has exactly the records
     * that the file contains. Returns their number.
     */
    async expectExportLogged(address: string): Promise<number> {
      const { made, file } = await orderFull(visitor, address);
      // A host that lacks the list refuses its export, as the page of the list says too.
      if (file.status === 302 || file.status === 400) {
        await expectRecords(address, file, new Set());
        const { text } = await open(address);
        expect([address, text]).toEqual([address, expect.stringMatching(NOT_OFFERED)]);
        return 0;
      }
      expect([address, file.status]).toEqual([address, 200]);
      return this.expectFileLogged(address, made, await file.text());
    },
    /** Expects that the access log has exactly the records that a file contains, which was made by a request. */
    async expectFileLogged(path: string, response: Response, file: string): Promise<number> {
      const shown = findMarkedRecords(file, phones);
      await expectRecords(path, response, shown);
      return shown.size;
    },
    /**
     * Opens an address, and expects that the access log has exactly the records whose marks the response shows.
     * Returns the number of these records.
     */
    async expectLogged(path: string, init: RequestInit = {}, status = 200): Promise<number> {
      const { response, text } = await open(path, init);
      expect([path, response.status]).toEqual([path, status]);
      const shown = findMarkedRecords(text, phones);
      const chat = /\/phone\/chat\/([\w-]+)/.exec(path)?.[1];
      if (chat && shown.size > 0) shown.add(`conversation ${chat}`);
      await expectRecords(path, response, shown);
      return shown.size;
    },
  };
}

/**
 * Returns the records for which the access log stores a digest of the key. Adds the numbers of all phones to
 * `phones`.
 */
async function listKeys(demo: StudyPanel, phones: Set<string>): Promise<[string, string][]> {
  const stored = await demo.hostSql('select phone_number from phone');
  for (const { phone_number } of stored as { phone_number: string }[]) phones.add(phone_number);
  const documents = (await demo.sql('select collection, id, data from document')) as {
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
async function readLogged(
  demo: StudyPanel,
  { visitor, keys, request }: { visitor: Visitor; keys: Map<string, string>; request: string },
): Promise<Set<string>> {
  // Before it shows this page of the log, the panel stores all accesses that it has collected.
  await visitor.request('/profile/accesses');
  const accesses = (await demo.sql(
    'select access_id, access_records, access_count from access_log where access_request = ?',
    request,
  )) as { access_id: number; access_records: string; access_count: number }[];
  const known = (await demo.sql('select key_id, digest from access_key')) as {
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
    for (const [entity, refs] of parseRecords(access_records)) add(entity, refs);
    const parts = (await demo.sql(
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
