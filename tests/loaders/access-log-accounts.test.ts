import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { settleAccesses } from '~/lib/core/access/collect-accesses.server';
import { revealKeys } from '~/lib/core/access/key-entries.server';
import { parseRecords } from '~/lib/core/access/ranges';
import { getEntity } from '~/lib/core/entities';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { countWrite } from '~/lib/core/host/writes.server';
import { findFieldValues } from '~/lib/core/list/field-values.server';
import { getStore } from '~/lib/core/server/store.server';
import { loader as access } from '../../app/routes/_signed-in+/_administration+/audit_.access.$id';
import { loader as accesses } from '../../app/routes/_signed-in+/_administration+/audit_.accesses_.$entity.$name';
import { loader as participants } from '../../app/routes/_signed-in+/_main-app+/participants';
import { action as exportList } from '../../app/routes/_signed-in+/export.$';
import { loader as filters } from '../../app/routes/_signed-in+/filters.$';
import { callRoute, signedInAs } from '../support/call-route';

const EMAIL = 'ann@study.example';
const NUMBER = '+260970000009';
const participant = getEntity('participant');
const params = { '*': 'participants' };
let cookie: string;

beforeAll(async () => {
  cookie = await signedInAs('administrator');
  const { db } = await openEmbeddedHost();
  // Those of other files, which use the same database.
  await db.deleteFrom('participant').execute();
  await db
    .insertInto('participant')
    .values(
      Array.from({ length: 40 }, (_, index) => ({
        own_phone: index % 2 ? 'Yes' : 'No',
        peer_navigator: index < 6 ? EMAIL : index < 12 ? NUMBER : 'pn1',
      })),
    )
    .execute();
  // Summaries may be cached from other test files.
  countWrite();
  // The values of the field may be cached from other test files, for an hour at most.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
  await findFieldValues(participant, ['peer_navigator'], { isByHost: true });
  vi.useRealTimers();
});

beforeEach(async () => {
  await settleAccesses();
  const db = await getStore();
  for (const table of ['access_log', 'access_posting', 'access_part'] as const)
    await db.deleteFrom(table).execute();
});

/** Returns the stored accesses: the kind, the number of participants, and the names of accounts. */
async function readLog() {
  await settleAccesses();
  const db = await getStore();
  const rows = await db
    .selectFrom('access_log')
    .selectAll()
    .orderBy('access_kind', 'desc')
    .orderBy('access_id')
    .execute();
  const parts = await db
    .selectFrom('access_part')
    .innerJoin('access_entity', 'access_entity.entity_id', 'access_part.entity_id')
    .selectAll()
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const own = parts.filter(({ access_id }) => access_id === row.access_id);
      const written = [row.access_records, ...own.map(({ name, refs }) => `${name} ${refs}`)];
      const records = parseRecords(written.filter(Boolean).join('; '));
      const refs = records.get('account') ?? [];
      const keys = await revealKeys(refs.map((ref) => ({ entity: 'account', ref })));
      return {
        kind: row.access_kind,
        list: row.access_list,
        participants: records.get('participant')?.length ?? 0,
        accounts: refs.map((ref) => keys.get(ref)?.key).sort(),
      };
    }),
  );
}

const open = (search: string) => callRoute(participants, `/participants${search}`, { cookie });
const logged = { kind: 'List', list: 'participant', participants: 0 };

describe('the access log has the accounts whose names are e-mail addresses or phone numbers', () => {
  it('but none for a response that names no account', async () => {
    await open('?cols=own_phone&size=5');
    await open('?by=own_phone');
    await callRoute(exportList, '/export/participants?by=own_phone', { cookie, params, form: {} });
    expect(await readLog()).toEqual([]);
  });

  it('and that the heading of a column offers as filters', async () => {
    await open('?cols=peer_navigator&sort=-peer_navigator&size=5');
    await open('?cols=peer_navigator&sort=peer_navigator&size=5');
    expect(await readLog()).toEqual([
      { ...logged, accounts: [NUMBER, EMAIL] },
      { ...logged, participants: 5, accounts: [NUMBER, EMAIL] },
    ]);
  });

  it('but not those that a heading could offer, while the user searches for a text', async () => {
    await open('?cols=peer_navigator&peer_navigator=pn&size=5');
    expect(await readLog()).toEqual([]);
  });

  it('and that the page of filters offers', async () => {
    await callRoute(filters, '/filters/participants', { cookie, params });
    expect(await readLog()).toEqual([{ ...logged, accounts: [NUMBER, EMAIL] }]);
  });

  it.each(['by=peer_navigator', 'by=own_phone,peer_navigator'])(
    'and that are groups of a summary, as a page and as a file: %s',
    async (search) => {
      await open(`?${search}`);
      const call = { cookie, params, form: {} };
      await callRoute(exportList, `/export/participants?${search}`, call);
      expect(await readLog()).toEqual([
        { ...logged, accounts: [NUMBER, EMAIL] },
        { ...logged, kind: 'Export', accounts: [NUMBER, EMAIL] },
      ]);
    },
  );

  it('but not the groups that a file leaves out, because their numbers are small', async () => {
    const { db } = await openEmbeddedHost();
    await db.deleteFrom('participant').where('peer_navigator', '=', 'pn1').execute();
    countWrite();
    const search = 'by=peer_navigator&own_phone=Yes&peer_navigator.in=ann%40study.example';
    const { response } = await callRoute(exportList, `/export/participants?${search}`, {
      cookie,
      params,
      form: {},
    });
    expect((await response?.text()) ?? '').not.toContain('ann');
    expect(await readLog()).toEqual([]);
  });

  it('under a number of its own, by which administrators find who saw the name', async () => {
    await open('?by=peer_navigator');
    await settleAccesses();
    const [row] = await (await getStore()).selectFrom('access_log').selectAll().execute();
    expect(row?.access_records).toMatch(/^account #\d+(-\d+| #\d+)$/);
    const id = String(row?.access_id);
    const { data } = await callRoute(access, `/audit/access/${id}`, { cookie, params: { id } });
    const { view } = data as { view: { rows: { cells: Record<string, unknown>[] }[] } };
    expect(JSON.stringify(view.rows)).toContain(EMAIL);
    const [, record = ''] =
      /\/audit\/accesses\/account\/([\w~-]+)/.exec(JSON.stringify(view)) ?? [];
    const path = `/audit/accesses/account/${record}`;
    const found = await callRoute(accesses, path, {
      cookie,
      params: { entity: 'account', name: record },
    });
    expect(found.status).toBe(200);
    expect(JSON.stringify(found.data)).toContain('account #');
  });
});
