import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readHistory } from 'backend/history/read-history';
import { verifyHistory } from 'backend/history/verify';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { toOpaqueId } from '~/lib/core/addresses/record-address.server';
import { getHistoryStore } from '~/lib/core/history/history-store.server';
import { settleEntries } from '~/lib/core/host/audit.server';
import { withIntents } from '~/lib/core/host/audit-intents.server';
import { embeddedErasure } from '~/lib/core/host/embedded-erasure.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { claimJob, deleteExpiredJobs } from '~/lib/core/jobs/job-store.server';
import { attemptJob, makeJobsTask, resumeJobs } from '~/lib/core/jobs/run-job.server';
import { config } from '~/lib/core/server/config.server';
import { getLockOwner } from '~/lib/core/server/owner.server';
import { makeSealer } from '~/lib/core/server/seal.server';
import { getStore } from '~/lib/core/server/store.server';
import { beginErasure } from '~/lib/erasure/begin-erasure.server';
import { deleteTemporary } from '~/lib/erasure/erase-kept.server';
import { getErasedFile } from '~/lib/erasure/erased-file.server';
import type {
  CertificateList,
  CertificateView,
  ErasureQuestion,
  ReportQuestion,
} from '~/lib/erasure/erasure-view';
import { makePlan } from '~/lib/erasure/make-plan.server';
import { applyErasures, erasureTask } from '~/lib/erasure/resume-erasures.server';
import { erasureJobs, rewriteDatabase } from '~/lib/erasure/run-erasure.server';
import { loader as certificates } from '../../app/routes/_signed-in+/_administration+/audit_.erasures';
import { loader as certificate } from '../../app/routes/_signed-in+/_main-app+/erasure.$id';
import { action, loader } from '../../app/routes/_signed-in+/_main-app+/participant.erase.$eid';
import {
  action as orderReport,
  loader as reportPage,
} from '../../app/routes/_signed-in+/_main-app+/participant.report.$eid';
import { loader as reportFile } from '../../app/routes/_signed-in+/_main-app+/participant.report.$eid_.file';
import { unwrap } from '../../shared/result';
import { addToHistory } from '../support/add-to-history';
import { callRoute, signedInAs } from '../support/call-route';

const ID = 8801;
const PHONE = '+260977008801';
const STUDY_NUMBER = 'ERASE-8801';
const REASON = 'Request of 3 May';
const params = { eid: toOpaqueId('participant', String(ID)) };
const unknown = { eid: toOpaqueId('participant', '99999999') };
const user = { id: '1', username: 'mwansa' };
const change = {
  ...{ entity: 'phone', recordId: PHONE, username: 'ann', action: 'Update' as const },
  fields: [{ field: 'phone_name', before: 'Once', after: 'Eraswell' }],
};
let cookie: string;
let researcher: string;

beforeAll(async () => {
  cookie = await signedInAs('administrator');
  researcher = await signedInAs('researcher');
  const { db } = await openEmbeddedHost();
  // Deletes the participants of other test files, which use the same database.
  await db.deleteFrom('participant').execute();
});

afterEach(async () => {
  const { db } = await openEmbeddedHost();
  await db.deleteFrom('participant').where('id', '>=', ID).execute();
  await db.deleteFrom('phone').where('phone_number', '=', PHONE).execute();
  await db.deleteFrom('sms_history').where('sms_history_number', '=', PHONE).execute();
  await db.deleteFrom('study_follow_up').where('sfollow_whatsapp', '=', PHONE).execute();
  await db.deleteFrom('study_resource').where('sresource_whatsapp', '=', PHONE).execute();
  for (const table of ['erasure', 'compared_erasure', 'job'] as const)
    await (await getStore()).deleteFrom(table).execute();
  rmSync(getErasedFile(), { force: true });
});

/** Adds the participant, their phone, and an SMS and two study messages to it. */
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
  await db.insertInto('study_follow_up').values({ sfollow_whatsapp: PHONE }).execute();
  await db.insertInto('study_resource').values({ sresource_whatsapp: PHONE }).execute();
}

/** Starts a change of the participant's phone, which is being saved until it is refused with `end`. */
function startSaving(): { end(): Promise<unknown> } {
  const refusal = { ok: false as const, error: { kind: 'refused' } };
  let refuse = (_: typeof refusal) => {};
  const answer = new Promise<typeof refusal>((resolve) => {
    refuse = resolve;
  });
  const saved = withIntents({ entries: [], history: { change } }, () => answer);
  return {
    end: () => {
      refuse(refusal);
      return saved;
    },
  };
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
    const { hidden } = await readQuestion();
    const saving = startSaving();
    await expect.poll(async () => (await readQuestion()).refusal).toContain('still being saved');
    const refused = await erase({ reason: REASON, ...hidden });
    expect([refused.status, JSON.stringify(refused.data)]).toEqual([
      409,
      expect.stringContaining('still being'),
    ]);
    await saving.end();
    expect((await readQuestion()).refusal).toBeUndefined();
  });

  it('leaves the records of a phone that another participant uses too', async () => {
    await addPerson();
    const { db } = await openEmbeddedHost();
    await db
      .insertInto('participant')
      .values({ id: ID + 1, study_number: 'OTHER', phone_number: PHONE })
      .execute();
    const { counts, notes } = await readQuestion();
    expect(counts).toEqual([{ kind: 'Participants', count: 1 }]);
    expect(notes?.join()).toContain('Not erased: Records of a phone that somebody else uses too');
  });

  it('destroys the keys and ids of the history, which still verifies, and is done again after a restore', async () => {
    await addPerson();
    await addToHistory(change);
    const name = { entity: 'phone', recordId: PHONE };
    expect(await readHistory(await getHistoryStore(), name)).toHaveLength(1);
    const { hidden } = await readQuestion();
    // The databases of an earlier version have the person too.
    const former = path.join(config.DATA_DIR, 'former');
    mkdirSync(former);
    const done = await erase({ reason: REASON, ...hidden });
    expect([done.status, done.data]).toEqual([302, undefined]);
    expect(existsSync(former)).toBe(false);
    const address = done.headers.get('location') ?? '';
    const id = address.split('/').at(-1) ?? '';
    const read = async () =>
      (await callRoute(certificate, address, { cookie, params: { id } })).data as CertificateView;
    const view = await read();
    expect(view).toMatchObject({ reason: REASON, isRepeated: false });
    expect(view.completed).toBeDefined();
    // Other tests of the process may have made the file so large that only the next start rewrites it.
    await rewriteDatabase(false);
    expect(await read()).toMatchObject({ needsRewrite: false });
    for (const kind of ['SMS History', 'Study Followup', 'Study Resources'])
      expect(view.counts).toContainEqual({ kind, count: 1 });
    expect(await readHistory(await getHistoryStore(), name)).toEqual([]);
    expect((await verifyHistory(await getHistoryStore())).errors).toEqual([]);

    // A restored database has the participant, but no erasure.
    await addPerson();
    await (await getStore()).deleteFrom('erasure').execute();
    expect(await applyErasures()).toEqual({ erased: 1, unreadable: 0 });
    await rewriteDatabase(false);
    const participant = toOpaqueId('participant', String(ID));
    expect(await read()).toMatchObject({ participant, isRepeated: true, needsRewrite: false });
    const { db } = await openEmbeddedHost();
    const left = await db
      .selectFrom('phone')
      .selectAll()
      .where('phone_number', '=', PHONE)
      .execute();
    expect(left).toEqual([]);
    expect(await applyErasures()).toEqual({ erased: 0, unreadable: 0 });
  });

  it('is not applied to somebody who enrols after the comparison with a restored database', async () => {
    await addPerson();
    const { hidden } = await readQuestion();
    await erase({ reason: REASON, ...hidden });
    // The backup is older than the enrolment of the erased participant.
    await (await getStore()).deleteFrom('erasure').execute();
    expect(await applyErasures()).toEqual({ erased: 0, unreadable: 0 });
    const { db } = await openEmbeddedHost();
    await db
      .insertInto('participant')
      .values({ id: ID + 2, study_number: 'LATER', phone_number: PHONE })
      .execute();
    expect(await applyErasures()).toEqual({ erased: 0, unreadable: 0 });
    const found = db.selectFrom('participant').select('id').where('study_number', '=', 'LATER');
    expect(await found.execute()).toHaveLength(1);
  });

  it('is applied again to the record of a participant who has only a phone, or another number than in the backup', async () => {
    const { db } = await openEmbeddedHost();
    const add = (study_number: string) =>
      db.insertInto('participant').values({ id: ID, study_number, phone_number: PHONE }).execute();
    for (const [before, after] of [
      ['', ''],
      ['MISTYPED-1', STUDY_NUMBER],
    ] as const) {
      await add(after);
      const { hidden } = await readQuestion();
      await erase({ reason: REASON, ...hidden });
      await (await getStore()).deleteFrom('erasure').execute();
      await add(before);
      expect(await applyErasures()).toEqual({ erased: 1, unreadable: 0 });
      const found = db.selectFrom('participant').select('id').where('id', '=', ID);
      expect([before, await found.execute()]).toEqual([before, []]);
      await (await getStore()).deleteFrom('erasure').execute();
      rmSync(getErasedFile(), { force: true });
    }
  });

  it('is not applied to a phone that somebody else uses in the restored database', async () => {
    await addPerson();
    const { hidden } = await readQuestion();
    await erase({ reason: REASON, ...hidden });
    await (await getStore()).deleteFrom('erasure').execute();
    const { db } = await openEmbeddedHost();
    await addPerson();
    await db
      .insertInto('participant')
      .values({ id: ID + 3, study_number: 'FORMER-OWNER', phone_number: PHONE })
      .execute();
    expect(await applyErasures()).toEqual({ erased: 1, unreadable: 0 });
    const participants = await db
      .selectFrom('participant')
      .select('id')
      .where('id', '>=', ID)
      .execute();
    expect(participants).toEqual([{ id: ID + 3 }]);
    const phones = db.selectFrom('phone').selectAll().where('phone_number', '=', PHONE);
    expect(await phones.execute()).toHaveLength(1);
  });

  it('is looked for until the list of erased participants is there', async () => {
    await addPerson();
    const { hidden } = await readQuestion();
    await erase({ reason: REASON, ...hidden });
    rmSync(getErasedFile());
    await expect(applyErasures()).rejects.toThrow('the list of erased participants is missing');
  });

  it('is applied again to a participant who has neither a study number nor a phone', async () => {
    const { db } = await openEmbeddedHost();
    const add = () => db.insertInto('participant').values({ id: ID, study_number: ' ' }).execute();
    await add();
    const { hidden } = await readQuestion();
    await erase({ reason: REASON, ...hidden });
    await (await getStore()).deleteFrom('erasure').execute();
    await add();
    expect(await applyErasures()).toEqual({ erased: 1, unreadable: 0 });
    const found = db.selectFrom('participant').select('id').where('id', '=', ID);
    expect(await found.execute()).toEqual([]);
  });

  it('is tried again each minute, but not while an action is running', async () => {
    await addPerson();
    const plan = unwrap(await makePlan(embeddedErasure, String(ID)));
    if (!plan) throw new Error('The participant has no plan.');
    const db = await getStore();
    const readStates = async () =>
      (await db.selectFrom('erasure').select('state').execute()).map(({ state }) => state);
    const jobsTask = makeJobsTask([erasureJobs]);
    const saving = startSaving();
    const id = await beginErasure({ user, reason: REASON, plan });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(async () => {
      vi.useRealTimers();
      await erasureTask.stop();
      await jobsTask.stop();
    });
    // The first attempt waits for the change of the person that is being saved.
    await erasureTask.start?.();
    await jobsTask.start?.();
    expect(await readStates()).toEqual(['running']);
    await saving.end();
    const runner = await (await getLockOwner()).name();
    await db
      .insertInto('job')
      .values({
        ...{ token: 'running', kind: 'bulk', owner: 'ann', subject: 'country', state: 'running' },
        ...{ username: '', unique_key: null, content: '', result: null, done: 0, total: 1, runner },
        ...{ created_at: 1, expires_at: Date.now() + 3_600_000 },
      })
      .execute();
    await attemptJob(erasureJobs, id);
    expect(await readStates()).toEqual(['running']);
    // The process that ran the action was killed.
    await db.updateTable('job').set({ runner: 'killed' }).where('token', '=', 'running').execute();
    const afterMinute = async () => {
      await vi.advanceTimersByTimeAsync(60_000);
      return readStates();
    };
    await expect.poll(afterMinute).toEqual(['completed']);
    const jobs = db.selectFrom('job').select('token').where('kind', '=', 'erasure');
    expect(await jobs.execute()).toEqual([]);
  });

  it('is completed after the expiry of jobs, the erasure of somebody with the same name, a lost key and an upgrade', async () => {
    await addPerson();
    const plan = unwrap(await makePlan(embeddedErasure, String(ID)));
    if (!plan) throw new Error('The participant has no plan.');
    const db = await getStore();
    const id = await beginErasure({ user, reason: REASON, plan });
    const job = db.updateTable('job').where('token', '=', id);
    // A clock was wrong when it was stored.
    await job.set({ created_at: Date.now() + 1e12, due_at: Date.now() + 1e12 }).execute();
    await deleteExpiredJobs();
    await db.transaction().execute((transaction) => deleteTemporary(transaction, plan));
    const { content } = await db
      .selectFrom('job')
      .select('content')
      .where('token', '=', id)
      .executeTakeFirstOrThrow();
    await job.set({ content: 'sealed with a lost key' }).execute();
    await Promise.all(await resumeJobs([erasureJobs]));
    await attemptJob(erasureJobs, id);
    const read = async () =>
      (await callRoute(certificate, `/erasure/${id}`, { cookie, params: { id } }))
        .data as CertificateView;
    expect(await read()).toMatchObject({ reason: REASON, completed: undefined });
    // The earlier version stored the plan with the certificate, bound to the id alone.
    const { seal, unseal } = makeSealer('erasures');
    const stored = { ...JSON.parse(String(unseal(content, [id]))), certificate: {} };
    await job.set({ content: seal(JSON.stringify(stored), [id]), owner: 'unknown' }).execute();
    await Promise.all(await resumeJobs([erasureJobs]));
    expect((await read()).completed).toBeDefined();
  });

  it('is taken over from a process that has ended, and is carried out once by several at a time', async () => {
    await addPerson();
    const plan = unwrap(await makePlan(embeddedErasure, String(ID)));
    if (!plan) throw new Error('The participant has no plan.');
    const db = await getStore();
    const id = await beginErasure({ user, reason: REASON, plan });
    await claimJob(id, 'a process that has ended');
    expect(await claimJob(id, 'another process')).toBe(false);
    await Promise.all([attemptJob(erasureJobs, id), attemptJob(erasureJobs, id)]);
    const read = db.selectFrom('erasure').select('state').where('id', '=', id);
    expect(await read.execute()).toEqual([{ state: 'completed' }]);
    const ended = await Promise.all([resumeJobs([erasureJobs]), resumeJobs([erasureJobs])]);
    await Promise.all(ended.flat());
    const entries = db.selectFrom('audit_intent').select('description');
    const own = entries.where('description', 'like', `%(certificate ${id})`);
    expect(await own.execute()).toHaveLength(1);
  });
});

it('all data of a participant need a reason, and are a file that nothing stores', async () => {
  await addPerson();
  const post = (reason: string) =>
    callRoute(orderReport, '/participant/report/x', { cookie, params, form: { reason } });
  expect((await post('')).status).toBe(400);
  expect((await post(`about ${STUDY_NUMBER}`)).status).toBe(400);
  const ordered = await post(`${REASON}\nsecond line`);
  const page = ordered.headers.get('location') ?? '';
  expect(page).toMatch(/^\/participant\/report\/[\w-]{30,}\?order=/);
  const open = async (path: string) =>
    (await callRoute(reportPage, path, { cookie, params })).data as ReportQuestion;
  for (const path of [page.replace(/\?.*/, ''), page.replace(/=..../, '=AAAA')])
    expect((await open(path)).fileHref).toBeUndefined();
  const address = (await open(page)).fileHref ?? '';
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

describe('the list of certificates', () => {
  const open = (search = '', as = cookie) =>
    callRoute(certificates, `/audit/erasures${search}`, { cookie: as });
  const read = async (search = '') => (await open(search)).data as CertificateList;

  /** Adds completed erasures that only this process can have made, the newest last. */
  async function addErasures(count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, n) => ({
      ...{ id: `erasure-${n}`, participant: `digest-${n}`, state: 'completed' as const },
      ...{ username: 'ann', content: 'not encrypted', created_at: n + 1, completed_at: n + 2 },
    }));
    await (await getStore()).insertInto('erasure').values(rows).execute();
  }

  it('is refused to researchers, and is entered in the audit log', async () => {
    const refused = await open('', researcher);
    expect(refused.status).toBe(403);
    expect(await refused.response?.text()).toBe(
      'Only administrators see which erasures were made.',
    );
    expect(await read()).toMatchObject({ total: 0, lines: [] });
    await settleEntries();
    const { db } = await openEmbeddedHost();
    const entries = await db
      .selectFrom('audit_entry')
      .select(['audit_username', 'audit_action', 'audit_description'])
      .where('audit_title', '=', 'Erasures')
      .execute();
    expect(entries).toEqual([
      {
        ...{ audit_username: 'mwansa', audit_action: 'View' },
        audit_description: 'Viewed Erasures',
      },
    ]);
  });

  it('names an erasure that no key decrypts, and does not link it', async () => {
    await addErasures(1);
    const { lines } = await read();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ id: 'erasure-0', username: 'ann' });
    for (const name of ['href', 'records', 'participant'] as const)
      expect([name, lines[0]?.[name]]).toEqual([name, undefined]);
  });

  it('has pages with the newest erasures first, and takes an impossible page as the first', async () => {
    await addErasures(51);
    const first = await read();
    expect(first.lines).toHaveLength(50);
    expect(first.lines[0]?.id).toBe('erasure-50');
    expect([first.newerHref, first.olderHref]).toEqual([undefined, '/audit/erasures?page=2']);
    const second = await read('?page=2');
    expect(second.lines.map(({ id }) => id)).toEqual(['erasure-0']);
    expect([second.newerHref, second.olderHref]).toEqual(['/audit/erasures?page=1', undefined]);
    expect((await read('?page=9007199254740991')).lines).toEqual([]);
    for (const page of ['0', '-1', 'x', '1.5', '1e300', ''])
      expect((await read(`?page=${page}`)).lines[0]?.id).toBe('erasure-50');
  });

  it('leads to certificates, and names nobody, also while an erasure is running', async () => {
    await addPerson();
    const { hidden } = await readQuestion();
    // The plan of a running erasure, which is stored beside its certificate, names the participant.
    const plan = unwrap(await makePlan(embeddedErasure, String(ID)));
    if (!plan) throw new Error('The participant has no plan.');
    const id = await beginErasure({ user, reason: REASON, plan });
    const running = await read();
    expect(running.lines).toEqual([
      {
        ...{
          id,
          username: 'mwansa',
          participant: toOpaqueId('participant', String(ID)),
          records: Number(hidden?.total),
        },
        ...{ href: `/erasure/${id}`, started: running.lines[0]?.started, completed: undefined },
      },
    ]);
    await attemptJob(erasureJobs, id);
    const done = await read();
    expect(done.lines[0]?.completed).toBeDefined();
    for (const list of [running, done])
      for (const value of [STUDY_NUMBER, PHONE, 'Eraswell'])
        expect(JSON.stringify(list)).not.toContain(value);
    const view = (await callRoute(certificate, `/erasure/${id}`, { cookie, params: { id } }))
      .data as CertificateView;
    expect(view.trail.map(({ href }) => href)).toEqual(['/audit', '/audit/erasures', undefined]);
  });
});
