import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlannedChange } from 'backend/history/append-changes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StoreWithChange } from '~/lib/core/host/change-entry';
import { dropDatabase, getDatabaseUrl } from '../support/database';
import {
  envelope,
  type RecordingHost,
  refusal,
  startRecordingHost,
} from '../support/recording-host';

const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'panel-test-')), 'data');
const record = { facility_name: 'After', facility_createdate: '2026-01-05 08:00:00' };
let host: RecordingHost;
/** The id of the facility of the current test. */
let id = 90;

beforeAll(async () => {
  host = await startRecordingHost();
  Object.assign(process.env, {
    API_HOST_URL: host.url,
    DATA_DIR: dataDir,
    DATABASE_URL: (await getDatabaseUrl(dataDir)) ?? '',
    LIST_CACHE_SECONDS: '0',
  });
});
beforeEach(() => {
  host.reset();
  id += 1;
  host.on(`facility/id/${id}`, () => envelope([{ ...record, facility_id: String(id) }]));
});
afterAll(async () => {
  const { settleEntries } = await import('~/lib/core/host/audit.server');
  const { getLockOwner } = await import('~/lib/core/server/owner.server');
  const { closeStore } = await import('~/lib/core/server/store.server');
  await settleEntries();
  await (await getLockOwner()).close();
  await closeStore();
  await host.stop();
  await dropDatabase(dataDir);
  rmSync(path.dirname(dataDir), { recursive: true, force: true });
});

/** Makes a change of the facility on the host, which answers it, and stores what else belongs to it. */
async function change(answer: 'made' | 'refused' | 'unknown', alsoStore?: StoreWithChange) {
  const { withIntents } = await import('~/lib/core/host/audit-intents.server');
  const results = {
    made: { ok: true as const },
    refused: { ok: false as const, error: { kind: 'refused' } },
    unknown: { ok: false as const, error: { kind: 'unreachable' } },
  };
  const entry = {
    ...{ username: 'ann', title: 'Facilities', action: 'Update' as const },
    attempt: `Updating facility ${id}`,
    describe: () => `Updated facility ${id}`,
  };
  const fields = [{ field: 'facility_name', before: 'Before', after: 'After' }];
  const planned = { entity: 'facility', recordId: String(id), username: 'ann', fields };
  const history = { change: { ...planned, action: 'Update' as const } };
  return withIntents({ entries: [entry], history, alsoStore }, async () => {
    // The intents are stored before the change is made.
    expect(await readStored()).toEqual({ intents: 1, pending: 1, changes: [] });
    return results[answer];
  });
}

/** Returns what is stored about changes of the facility. */
async function readStored() {
  const { listPending } = await import('backend/history/pending');
  const { readHistory } = await import('backend/history/read-history');
  const { getHistoryStore } = await import('~/lib/core/history/history-store.server');
  const store = await getHistoryStore();
  const intents = await store.db
    .selectFrom('audit_intent')
    .select('id')
    .where('description', 'like', `%facility ${id}%`)
    .execute();
  const { changes } = await listPending(store);
  const history = await readHistory(store, { entity: 'facility', recordId: String(id) });
  return {
    intents: intents.length,
    pending: changes.filter(({ change }) => change.recordId === String(id)).length,
    changes: history.map(({ outcome }) => outcome),
  };
}

const listSent = () =>
  host
    .to('audit/update')
    .map(({ fields }) => fields.udescription)
    .filter((text) => text?.includes(`facility ${id}`));

it('a change that was made has its history, its entry and what else belongs to it', async () => {
  const stored: boolean[] = [];
  const alsoStore: StoreWithChange = async (db) => void stored.push(db.isTransaction);
  expect(await change('made', alsoStore)).toEqual({ ok: true });
  expect(stored).toEqual([true]);
  await expect.poll(listSent).toEqual([`Updated facility ${id}`]);
  await expect.poll(readStored).toEqual({ intents: 0, pending: 0, changes: ['made'] });
});

it('a change that was refused leaves nothing', async () => {
  const alsoStore: StoreWithChange = async () => expect.unreachable();
  expect(await change('refused', alsoStore)).toMatchObject({ ok: false });
  expect(await readStored()).toEqual({ intents: 0, pending: 0, changes: [] });
  expect(listSent()).toEqual([]);
});

it('a change whose outcome is not known has an entry that says so, and is compared with the record', async () => {
  const { settleChanges } = await import('~/lib/core/undo/settle-changes.server');
  expect(await change('unknown')).toMatchObject({ ok: false });
  await expect.poll(listSent).toEqual([`Updating facility ${id}: outcome unknown`]);
  expect(await readStored()).toMatchObject({ pending: 1, changes: [] });
  await settleChanges();
  expect(await readStored()).toMatchObject({ pending: 0, changes: ['made'] });
});

it('a part of the outcome that cannot be stored does not prevent the others', async () => {
  host.on('audit/update', () => refusal('The log is full'));
  let tries = 0;
  const alsoStore: StoreWithChange = async () => {
    tries += 1;
    throw new Error('the session has ended');
  };
  expect(await change('made', alsoStore)).toEqual({ ok: true });
  // Together with the other parts, and alone.
  expect(tries).toBe(2);
  // The entry waits for the host, with its outcome.
  expect(await readStored()).toEqual({ intents: 1, pending: 0, changes: ['made'] });
  const { getStore } = await import('~/lib/core/server/store.server');
  const waiting = await (await getStore())
    .selectFrom('audit_intent')
    .select(['state', 'description'])
    .execute();
  expect(waiting).toEqual([{ state: 'due', description: `Updated facility ${id}` }]);
});

it('a change of what the panel stores itself is stored whole or not at all', async () => {
  const { makeOwnChange } = await import('~/lib/core/host/make-change.server');
  const entry = { username: 'ann', title: 'Facilities', action: 'Update' as const };
  const store = (fields: PlannedChange['fields'], work = async () => {}) =>
    makeOwnChange(
      { ...entry, description: `Updated facility ${id}` },
      { entity: 'facility', recordId: String(id), username: 'ann', action: 'Update', fields },
      work,
    );
  const fields = [{ field: 'facility_name', before: 'Before', after: 'After' }];
  const fail = () => Promise.reject(new Error('the disk is full'));
  await expect(store(fields, fail)).rejects.toMatchObject({ status: 503 });
  expect(await readStored()).toEqual({ intents: 0, pending: 0, changes: [] });
  // A change of no value has an entry, but is not in the history.
  await store([]);
  await store(fields);
  await expect.poll(() => listSent().length).toBe(2);
  await expect.poll(readStored).toEqual({ intents: 0, pending: 0, changes: ['made'] });
});
