import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedErasure } from '~/lib/core/host/embedded-erasure.server';
import { getApiHost } from '~/lib/core/host/host.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { findErasedInPanel } from '~/lib/erasure/find-erased-in-panel.server';
import { makePlan } from '~/lib/erasure/make-plan.server';
import { remoteErasure } from '~/lib/erasure/remote-erasure.server';
import { defined } from '../../shared/defined';
import { unwrap } from '../../shared/result';
import { addToHistory } from '../support/add-to-history';

const ID = 8901;
const PHONE = '+260977008901';
const STAFF_PHONE = '+260977008902';
const STUDY_NUMBER = 'REMOTE-8901';
type List = ReturnType<typeof getApiHost>['list'];

beforeAll(async () => {
  const { db } = await openEmbeddedHost();
  // Deletes the participants of other test files, which use the same database.
  await db.deleteFrom('participant').execute();
});
beforeEach(async () => {
  const { db } = await openEmbeddedHost();
  await db
    .insertInto('participant')
    .values([
      { id: ID, study_number: STUDY_NUMBER, phone_number: PHONE },
      { id: ID + 1, study_number: `${STUDY_NUMBER}0`, phone_number: '+260977008909' },
      { id: ID + 2, study_number: STUDY_NUMBER.toLowerCase(), phone_number: STAFF_PHONE },
    ])
    .execute();
  await db
    .insertInto('follow_up')
    .values([
      { id: ID, study_number: ` ${STUDY_NUMBER} ` },
      { id: ID + 1, study_number: `${STUDY_NUMBER}0` },
    ])
    .execute();
  await db
    .insertInto('phone')
    .values([
      { phone_number: PHONE, phone_name: 'Remo', phone_status: 3 },
      { phone_number: STAFF_PHONE, phone_name: 'Moderator', phone_status: 4 },
    ])
    .execute();
  await db.insertInto('sms_history').values({ sms_history_number: PHONE }).execute();
});
afterEach(async () => {
  vi.restoreAllMocks();
  const { db } = await openEmbeddedHost();
  await db.deleteFrom('participant').where('id', '>=', ID).execute();
  await db.deleteFrom('follow_up').where('id', '>=', ID).execute();
  await db.deleteFrom('phone').where('phone_number', 'in', [PHONE, STAFF_PHONE]).execute();
  await db.deleteFrom('sms_history').where('sms_history_number', '=', PHONE).execute();
});

/** Makes the host answer a list in another way. */
function answerLists(answer: (original: List, ...call: Parameters<List>) => ReturnType<List>) {
  const host = getApiHost();
  const original = host.list.bind(host);
  vi.spyOn(host, 'list').mockImplementation((...call) => answer(original, ...call));
}

const find = async (id = ID) => remoteErasure.findPerson(String(id));
const findRecords = async () => remoteErasure.findRecords(defined(unwrap(await find())).person);

function unsent(list: string) {
  return { ok: false, error: `The API host did not send the list ${list}. Try again later.` };
}

describe('with a remote host, nothing is erased', () => {
  it('if the host does not have a list that every host has', async () => {
    const error = { kind: 'missing', status: 404 } as const;
    answerLists(async (original, path, ...rest) =>
      path.startsWith('phone') ? { ok: false, error } : original(path, ...rest),
    );
    expect(await find()).toEqual(unsent('Phones'));
  });

  it('if the host sends only a part of a list', async () => {
    answerLists(async (original, path, ...rest) => {
      const result = await original(path, ...rest);
      if (!result.ok || !path.startsWith('followup')) return result;
      return { ok: true, value: { ...result.value, total: 5_000 } };
    });
    expect(await findRecords()).toEqual(unsent('Followups'));
  });

  it('if the host does not find the participant by their own values', async () => {
    answerLists(async (original, path, query, options) => {
      const result = await original(path, query, options);
      const isById = query?.filters.some(({ field }) => field === 'id');
      if (!result.ok || isById || !path.startsWith('participant')) return result;
      return { ok: true, value: { ...result.value, items: [], total: 0 } };
    });
    expect(await find()).toEqual(unsent('Participants'));
  });
});

describe('with a remote host, the records of a participant', () => {
  it('are those of the embedded host', async () => {
    expect(await find(99_999_999)).toEqual({ ok: true, value: undefined });
    expect(await find()).toEqual(await embeddedErasure.findPerson(String(ID)));
    expect(unwrap(await find(ID + 2))).toMatchObject({ person: { phones: [] }, sharedPhones: 1 });
    expect(unwrap(await findRecords())).toEqual([
      { entity: 'participant', ids: [String(ID)] },
      { entity: 'follow-up', ids: [String(ID)] },
      { entity: 'phone', ids: [PHONE] },
      { entity: 'sms-history', ids: [expect.any(String)] },
    ]);
  });

  it('are no others if the host ignores filters', async () => {
    const expected = await findRecords();
    answerLists((original, path, query, options) =>
      original(path, query && { ...query, filters: [], size: undefined }, options),
    );
    expect(await findRecords()).toEqual(expected);
  });

  it('are fewer if an older host does not have some lists', async () => {
    const error = { kind: 'missing', status: 404 } as const;
    answerLists(async (original, path, ...rest) =>
      path.startsWith('sms') ? { ok: false, error } : original(path, ...rest),
    );
    expect(unwrap(await findRecords()).map(({ entity }) => entity)).toEqual([
      'participant',
      'follow-up',
      'phone',
    ]);
  });
});

it('a restored history has no phone of an erased participant that somebody else uses now', async () => {
  for (const recordId of [PHONE, STAFF_PHONE])
    await addToHistory({
      ...{ entity: 'phone', recordId, username: 'ann', action: 'Update' as const },
      fields: [{ field: 'phone_status', before: '1', after: '3' }],
    });
  // The second erasure is that of somebody who had the phone before the moderator.
  const erasures: Record<string, string> = { [PHONE]: 'an erasure', [STAFF_PHONE]: 'another' };
  const erased = await findErasedInPanel(
    (kind, value) => (kind === 'phone' && value in erasures ? erasures[value] : undefined),
    {
      findPerson: remoteErasure.findPerson,
      selectOwnPhones: async (numbers) => ({
        ok: true,
        value: numbers.filter((number) => number !== STAFF_PHONE),
      }),
      listOwners: async () => ({ ok: true, value: [] }),
    },
  );
  expect([...unwrap(erased)]).toEqual([
    ['an erasure', { participantId: '', studyNumber: '', phones: [PHONE], names: [] }],
  ]);
});

describe('a participant whom the host has deleted', () => {
  const phone = '+260977008999';
  type Field = { field: string; before: string | null; after: string | null };
  const change = (recordId: string, fields: Field[]) =>
    addToHistory({ entity: 'participant', recordId, username: 'ann', action: 'Update', fields });

  it('is found by the newest study number and phone in the history', async () => {
    const recordId = String(ID + 9);
    expect(await remoteErasure.findPerson(recordId)).toEqual({ ok: true, value: undefined });
    await change(recordId, [{ field: 'study_number', before: 'FORMER-1', after: 'SOMEBODY-2' }]);
    await change(recordId, [
      { field: 'study_number', before: 'SOMEBODY-2', after: 'FORMER-1' },
      { field: 'phone_number', before: '+260977008998', after: phone },
    ]);
    expect(unwrap(await remoteErasure.findPerson(recordId))).toEqual({
      person: { participantId: recordId, studyNumber: 'FORMER-1', phones: [phone], names: [] },
      ...{ sharedPhones: 0, isFormer: true, hasSharedNumber: false },
    });
  });

  it('does not take along what somebody else has now', async () => {
    const recordId = String(ID + 10);
    await change(recordId, [
      { field: 'study_number', before: null, after: STUDY_NUMBER },
      { field: 'phone_number', before: null, after: STAFF_PHONE },
    ]);
    expect(unwrap(await remoteErasure.findPerson(recordId))).toEqual({
      person: { participantId: recordId, studyNumber: '', phones: [], names: [] },
      ...{ sharedPhones: 1, isFormer: true, hasSharedNumber: true },
    });
    const { kept } = defined(unwrap(await makePlan(remoteErasure, recordId)));
    expect(kept.join()).toContain('another participant of the API host has now');
    expect(kept.join()).toContain('no longer had the participant');
  });
});
