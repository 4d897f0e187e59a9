import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addToHistory } from '../support/add-to-history';
import { envelope, type RecordingHost, startRecordingHost } from '../support/recording-host';

const FIRST = { facility_name: 'First', facility_createdate: '2026-01-05 08:00:00' };
const SECOND = { facility_name: 'Second', facility_createdate: '2026-03-05 09:00:00' };

const dataDir = mkdtempSync(path.join(tmpdir(), 'panel-test-'));
let host: RecordingHost;
let cookie: string;
/** The id of the facility of the current test. */
let id = 70;

beforeAll(async () => {
  host = await startRecordingHost();
  Object.assign(process.env, {
    API_HOST_URL: host.url,
    DATA_DIR: dataDir,
    LIST_CACHE_SECONDS: '0',
  });
  const { signedInAs } = await import('../support/call-route');
  cookie = await signedInAs('administrator');
});
beforeEach(() => {
  host.reset();
  id += 1;
});
afterAll(async () => {
  await host.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Makes the host have this record, or none, with the id. */
function serve(record?: Record<string, string>) {
  const items = record ? [{ facility_id: String(id), ...record }] : [];
  host.on(`facility/id/${id}`, () => envelope(items));
}

/** Stores a change of the name in the history, as a form does. */
async function change(
  action: 'Add' | 'Update' | 'Delete',
  name: string,
  record?: Record<string, string>,
) {
  const { readMark } = await import('backend/history/record-mark');
  const fields = [{ field: 'facility_name', before: 'Before', after: name }];
  const mark = record && readMark('facility', record);
  await addToHistory({
    entity: 'facility',
    recordId: String(id),
    username: 'ann',
    action,
    fields,
    mark,
  });
}

/** Returns the text of a page of a history, and the address of the history of the earlier record. */
async function openHistory(address: string | undefined) {
  if (address === undefined) throw new Error('the history has no earlier one');
  const { callRoute } = await import('../support/call-route');
  const { loader } = await import('../../app/routes/_signed-in+/history.$entity.$record');
  const answer = await callRoute(loader, `/history/facility/${address}`, {
    cookie,
    params: { entity: 'facility', record: address },
  });
  const data = answer.data as { view: { rows: unknown[] }; earlierHref?: string } | undefined;
  return { text: JSON.stringify(data?.view.rows), earlier: data?.earlierHref?.split('/').at(-1) };
}

describe('an id that the host gives again', () => {
  it('has an empty history, with a link to that of the earlier record', async () => {
    serve(FIRST);
    await change('Update', 'Changed first');
    expect((await openHistory(String(id))).text).toContain('Changed first');
    serve(SECOND);
    const { text, earlier } = await openHistory(String(id));
    expect(text).toBe('[]');
    expect((await openHistory(earlier)).text).toContain('Changed first');
    await change('Update', 'Changed second', SECOND);
    expect((await openHistory(String(id))).text).toContain('Changed second');
    expect((await openHistory(earlier)).text).not.toContain('Changed second');
  });

  it('is noticed if the host now sends only the day of the creation', async () => {
    serve(FIRST);
    await change('Update', 'Changed first', FIRST);
    serve({ facility_name: 'Second', facility_createdate: '2026-03-05' });
    expect((await openHistory(String(id))).text).toBe('[]');
  });

  it('is noticed when the new record is changed or added', async () => {
    await change('Update', 'Changed first', FIRST);
    await change('Update', 'Changed second', SECOND);
    await change('Delete', 'Deleted second', SECOND);
    await change('Add', 'Added third', {});
    serve({ facility_name: 'Third' });
    const third = await openHistory(String(id));
    expect(third.text).toContain('Added third');
    expect(third.text).not.toMatch(/first|second/);
    const second = await openHistory(third.earlier);
    expect(second.text).toContain('Deleted second');
    expect(second.text).not.toMatch(/first|third/);
    const first = await openHistory(second.earlier);
    expect(first.text).toContain('Changed first');
    expect(first.earlier).toBeUndefined();
  });

  it('keeps the signatures of the history valid', async () => {
    const { getHistoryStore } = await import('~/lib/core/history/history-store.server');
    const { verifyHistory } = await import('backend/history/verify');
    expect(await verifyHistory(await getHistoryStore())).toMatchObject({ errors: [] });
  });
});

it('a record whose time of creation the host writes in another way keeps its history', async () => {
  serve(FIRST);
  await change('Update', 'Changed first', FIRST);
  for (const created of ['2026-01-05', '2026-01-05T08:00:00Z', '0000-00-00', '']) {
    serve({ facility_name: 'First', facility_createdate: created });
    expect((await openHistory(String(id))).text, created).toContain('Changed first');
  }
});
