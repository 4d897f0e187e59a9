import { rmSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toOpaqueId } from '~/lib/addresses/record-address.server';
import { getErasedFile } from '~/lib/erasure/erased-file.server';
import type { CertificateView, ErasureQuestion } from '~/lib/erasure/erasure-view';
import { applyErasures } from '~/lib/erasure/resume-erasures.server';
import { getHistoryStore } from '~/lib/history/history-store.server';
import { readHistory } from '~/lib/history/read-history';
import { verifyHistory } from '~/lib/history/verify';
import { withHistory } from '~/lib/history/with-history.server';
import { openEmbeddedHost } from '~/lib/host/open-embedded.server';
import { getStore } from '~/lib/server/store.server';
import { loader as certificate } from '../../app/routes/_signed-in+/_main-app+/erasure.$id';
import { action, loader } from '../../app/routes/_signed-in+/_main-app+/participant.erase.$eid';
import {
  action as orderReport,
  loader as reportPage,
} from '../../app/routes/_signed-in+/_main-app+/participant.report.$eid';
import { loader as reportFile } from '../../app/routes/_signed-in+/_main-app+/participant.report.$eid_.file';
import { callRoute, signedInAs } from '../support/call-route';

const ID = 8801;
const PHONE = '+260977008801';
const STUDY_NUMBER = 'ERASE-8801';
const REASON = 'Request of 3 May';
const params = { eid: toOpaqueId(String(ID)) };
const unknown = { eid: toOpaqueId('99999999') };
const change = {
  ...{ entity: 'phone', recordId: PHONE, username: 'ann', action: 'Update' as const },
  fields: [{ field: 'phone_name', before: 'Once', after: 'Eraswell' }],
};
let cookie: string;
let researcher: string;

beforeAll(async () => {
  cookie = await signedInAs('administrator');
  researcher = await signedInAs('researcher');
});

afterEach(async () => {
  const { db } = await openEmbeddedHost();
  await db.deleteFrom('participant').where('id', '>=', ID).execute();
  await db.deleteFrom('phone').where('phone_number', '=', PHONE).execute();
  await db.deleteFrom('sms_history').where('sms_history_number', '=', PHONE).execute();
  await (await getStore()).deleteFrom('erasure').execute();
  rmSync(getErasedFile(), { force: true });
});

/** Adds the participant, their phone, and an SMS to it. */
async function addPerson(): Promise<void> {
  const { db } = await openEmbeddedHost();
  await db
    .insertInto('participant')
    .values({ id: ID, study_number: STUDY_NUMBER, phone_number: PHONE })
    .execute();
  await db
    .insertInto('phone')
    .values({ phone_number: PHONE, phone_name: 'Eraswell', phone_status: 3 })
    .execute();
  await db.insertInto('sms_history').values({ sms_history_number: PHONE }).execute();
}

async function readQuestion(): Promise<ErasureQuestion> {
  return (await callRoute(loader, '/participant/erase/x', { cookie, params }))
    .data as ErasureQuestion;
}

async function erase(form: Record<string, string>) {
  return callRoute(action, '/participant/erase/x', { cookie, params, form });
}

describe('erasing a participant', () => {
  it('is refused to researchers, and for a participant who does not exist', async () => {
    for (const route of [loader, action, reportPage, orderReport, reportFile])
      expect((await callRoute(route, '/participant', { cookie: researcher, params })).status).toBe(
        403,
      );
    for (const route of [loader, reportPage, reportFile])
      expect((await callRoute(route, '/participant', { cookie, params: unknown })).status).toBe(
        404,
      );
    expect((await erase({ reason: REASON, total: '0' })).status).toBe(404);
  });

  it('waits for a change that is being saved', async () => {
    await addPerson();
    const { total } = await readQuestion();
    let end = (_: { ok: boolean }) => {};
    const saving = withHistory(
      change,
      () =>
        new Promise<{ ok: boolean }>((resolve) => {
          end = resolve;
        }),
      { isRefused: () => true },
    );
    await expect.poll(async () => (await readQuestion()).refusal).toContain('still being saved');
    const refused = await erase({ reason: REASON, total: String(total) });
    expect([refused.status, JSON.stringify(refused.data)]).toEqual([
      409,
      expect.stringContaining('still being'),
    ]);
    end({ ok: false });
    await saving;
    expect((await readQuestion()).refusal).toBeUndefined();
  });

  it('leaves the records of a phone that another participant uses too', async () => {
    await addPerson();
    const { db } = await openEmbeddedHost();
    await db
      .insertInto('participant')
      .values({ id: ID + 1, study_number: 'OTHER', phone_number: PHONE })
      .execute();
    const { counts, kept } = await readQuestion();
    expect(counts).toEqual([{ kind: 'Participants', count: 1 }]);
    expect(kept.join()).toContain('Records of a phone that somebody else uses too');
  });

  it('destroys the keys and ids of the history, which still verifies, and is done again after a restore', async () => {
    await addPerson();
    await withHistory(change, async () => ({ ok: true }), { isRefused: () => false });
    const name = { entity: 'phone', recordId: PHONE };
    expect(await readHistory(await getHistoryStore(), name)).toHaveLength(1);
    const { total } = await readQuestion();
    const done = await erase({ reason: REASON, total: String(total) });
    expect([done.status, done.data]).toEqual([302, undefined]);
    const address = done.headers.get('location') ?? '';
    const id = address.split('/').at(-1) ?? '';
    const read = async () =>
      (await callRoute(certificate, address, { cookie, params: { id } })).data as CertificateView;
    const view = await read();
    expect(view).toMatchObject({ reason: REASON, isRepeated: false, needsRewrite: false });
    expect(view.completed).toBeDefined();
    expect(view.counts).toContainEqual({ kind: 'SMS History', count: 1 });
    expect(await readHistory(await getHistoryStore(), name)).toEqual([]);
    expect((await verifyHistory(await getHistoryStore())).errors).toEqual([]);

    // A restored database has the participant, but no erasure.
    await addPerson();
    await (await getStore()).deleteFrom('erasure').execute();
    expect(await applyErasures()).toEqual({ erased: 1, unreadable: 0 });
    expect(await read()).toMatchObject({ isRepeated: true, needsRewrite: false });
    const { db } = await openEmbeddedHost();
    const left = await db
      .selectFrom('phone')
      .selectAll()
      .where('phone_number', '=', PHONE)
      .execute();
    expect(left).toEqual([]);
    expect(await applyErasures()).toEqual({ erased: 0, unreadable: 0 });
  });
});

it('all data of a participant need a reason, and are a file that nothing stores', async () => {
  await addPerson();
  const post = (reason: string) =>
    callRoute(orderReport, '/participant/report/x', { cookie, params, form: { reason } });
  expect((await post('')).status).toBe(400);
  expect((await post(`about ${STUDY_NUMBER}`)).status).toBe(400);
  const ordered = await post(`${REASON}\nsecond line`);
  const address = ordered.headers.get('location') ?? '';
  expect(address).toMatch(/^\/participant\/report\/[\w-]{30,}\/file\?order=/);
  const read = (path: string) => callRoute(reportFile, path, { cookie, params });
  // A recent proof alone, or another order, is not enough.
  for (const path of [
    address.replace(/\?.*/, ''),
    address.replace(/=.*/, '='),
    address.replace(/=..../, '=AAAA'),
  ]) {
    const refused = await read(path);
    expect(refused.headers.get('location')).toMatch(/^\/participant\/report\/[\w-]{30,}$/);
    expect((await refused.response?.text()) ?? '').not.toContain(STUDY_NUMBER);
  }
  const file = await read(address);
  expect(file.headers.get('cache-control')).toBe('no-store');
  const text = (await file.response?.text()) ?? '';
  for (const value of [STUDY_NUMBER, PHONE, 'Eraswell'])
    expect([value, text.includes(value)]).toEqual([value, true]);
});
