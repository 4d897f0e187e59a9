import { beforeAll, expect, it } from 'vitest';
import { toOpaqueId } from '~/lib/core/addresses/record-address.server';
import { audit, recordError, settleEntries } from '~/lib/core/host/audit.server';
import type { ListView } from '~/lib/core/list/list-view';
import { getStore } from '~/lib/core/server/store.server';
import { storeErasure } from '~/lib/erasure/store-erasure.server';
import { loader as trail } from '../../app/routes/_signed-in+/_administration+/audit';
import { loader as errors } from '../../app/routes/_signed-in+/_administration+/audit_.errors';
import { callRoute, signedInAs } from '../support/call-route';

const participant = toOpaqueId('participant', '30');
const erased = toOpaqueId('participant', '31');
const phone = toOpaqueId('phone', '+260977000030');
/** A number that does not look like one. */
const short = toOpaqueId('phone', '977-123-456');
const conversation = toOpaqueId('conversation', '+260977000030');
const otherKind = toOpaqueId('quiz', '30');

const person = { participantId: '', studyNumber: '', phones: [], names: [] };
const plan = {
  ...{ records: [], uploads: [], counts: [], onHost: [], kept: [] },
  messenger: { conversations: [], documents: [], posts: [], messages: 0 },
};
const certificate = {
  ...{ reason: 'Request', counts: [], kept: [] },
  ...{ isRepeated: false, needsRewrite: false },
};

let cookie: string;
beforeAll(async () => {
  cookie = await signedInAs('administrator');
});

/** Adds these entries to a log, and returns the cells that its page has for them. */
async function show(descriptions: readonly string[], log: 'audit' | 'errors' = 'audit') {
  const user = `names ${log} ${Math.random()}`;
  for (const description of descriptions) {
    const entry = { username: user, title: 'Test', action: 'View' as const, description };
    if (log === 'audit') audit(entry);
    else recordError({ ...entry, exception: 'Test' });
    await settleEntries();
  }
  const [path, loader, field] =
    log === 'audit'
      ? ['/audit', trail, 'audit_username']
      : ['/audit/errors', errors, 'log_username'];
  const { data } = await callRoute(loader, `${path}?${field}=${encodeURIComponent(user)}`, {
    cookie,
  });
  const { columns, rows } = data as ListView;
  const place = columns.findIndex((column) => column.field.endsWith('_description'));
  return rows.map(({ cells }) => cells[place]).reverse();
}

it('names the records of entries, and links them', async () => {
  const cells = await show([
    `Viewed participant ${participant}`,
    `Viewed History of participant ${participant}`,
    `Updated participant ${participant}: DOB`,
    `Viewed Participants of ${phone}`,
    `Viewed Messages of ${conversation}`,
    `Viewed Edit phone ${short}`,
    `Linked phone ${phone} to phone ${short} of a participant`,
    'Viewed Countries',
  ]);
  const href = `/participant/view/${participant}`;
  expect(cells).toEqual([
    { text: 'Viewed participant 30', href },
    { text: 'Viewed History of participant 30', href },
    expect.objectContaining({ text: 'Updated participant 30: DOB' }),
    { text: 'Viewed Participants of a phone', href: `/phone/edit/${phone}` },
    { text: 'Viewed Messages of a conversation', href: `/phone/chat/${conversation}` },
    { text: 'Viewed Edit a phone', href: `/phone/edit/${short}` },
    expect.objectContaining({ text: 'Linked a phone to a phone of a participant' }),
    'Viewed Countries',
  ]);
  expect(JSON.stringify(cells)).not.toContain('260977000030');
});

it('names the records of failed actions', async () => {
  expect(await show([`Updating phone ${phone}`], 'errors')).toEqual([
    { text: 'Updating a phone', href: `/phone/edit/${phone}` },
  ]);
});

it('says that a participant was erased, without a link', async () => {
  await storeErasure({
    user: { id: '', username: 'ann' },
    certificate: { ...certificate, participant: erased },
    plan: { ...plan, person: { ...person, participantId: '31' } },
  });
  const entries = ['Viewed', 'Updated', 'Erased'].map((verb) => `${verb} participant ${erased}`);
  expect(await show(entries)).toEqual([
    'Viewed an erased participant',
    'Updated an erased participant',
    'Erased a participant',
  ]);
  for (const table of ['erasure', 'job'] as const)
    await (await getStore()).deleteFrom(table).execute();
});

it('leaves a code that names no record of its kind', async () => {
  const text = `Viewed participant ${otherKind}`;
  expect(await show([text, `Viewed Participants of ${otherKind}`])).toEqual([
    text,
    `Viewed Participants of ${otherKind}`,
  ]);
});
