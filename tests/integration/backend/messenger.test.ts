import { describe, expect, it } from 'vitest';
import { defined } from '../../../shared/defined';
import { STAMP, startHost, type TestHost } from '../../support/start-host';

const NAVIGATOR = '+260000000001';
const PARTICIPANT = '+260000000003';
const MODERATOR = '+260000000004';
const at = encodeURIComponent;

/** Adds a phone of each type: peer navigator, public, participant and moderator. */
async function withPhones(host: TestHost): Promise<TestHost> {
  const phones = [NAVIGATOR, '+260000000002', PARTICIPANT, MODERATOR];
  await host.db
    .insertInto('phone')
    .values(
      phones.map((phone_number, index) => ({
        phone_number,
        phone_name: `Phone ${index + 1}`,
        phone_status: [2, 1, 3, 4][index],
        p_source: 'Android',
      })),
    )
    .execute();
  return host;
}

describe('phones', () => {
  it('are not found by an unknown number or id', async () => {
    const { get, post } = await withPhones(await startHost());
    for (const number of ['+260', '1', "' or '1'='1", '../user/list'])
      expect((await get(`phone/number/${at(number)}`)).message).toBe(
        `The specified phone '${number}' could not be found`,
      );
    const change = await post('phone/update', { uid: '0', ustatus: '1', user: 'ann' });
    expect(change.message).toBe("The specified phone '0' could not be found");
    expect((await post('phone/update', { uid: '1', ustatus: '5', user: 'ann' })).message).toBe(
      'Type is not valid',
    );
  });

  it('change their type by id or by number, and answer with the name of the type', async () => {
    const { get, post } = await withPhones(await startHost());
    const byNumber = await post('phone/update', { uid: PARTICIPANT, ustatus: '4', user: 'ann' });
    expect(byNumber.items[0]).toMatchObject({
      phone_id: 3,
      p_status: 'Moderator',
      phone_lastupdateuser: 'ann',
      phone_lastupdatedate: STAMP,
    });
    const byId = await post('phone/update', { uid: '3', ustatus: '3', user: 'ann' });
    expect(byId.items[0]).toMatchObject({ phone_number: PARTICIPANT, p_status: 'Participant' });
    expect(await get(`phone/number/${at(PARTICIPANT)}`)).toEqual(byId);
    expect((await get('phone-participant/list')).items.map((row) => row.phone_id)).toEqual([3]);
    expect((await get('phone-participant/list?p_status=Public')).total).toBe(0);
  });

  it('carry their number and type whichever columns are asked for', async () => {
    const { get } = await withPhones(await startHost());
    const { items } = await get('phone/list?cols=phone_name&size=1');
    expect(items[0]).toEqual({
      phone_id: 1,
      phone_name: 'Phone 1',
      phone_number: NAVIGATOR,
      phone_status: 2,
    });
  });
});

describe('linking participants to a peer navigator', () => {
  const link = { unumber: NAVIGATOR, uparticipant: PARTICIPANT, uuser: 'ann' };

  it('refuses phones that are unknown or of the wrong type, and refuses to unlink phones that are not linked', async () => {
    const { post } = await withPhones(await startHost());
    const refusals: [Partial<typeof link>, string][] = [
      [{ uparticipant: '' }, 'Participant is required'],
      [{ unumber: '+1' }, "The specified phone '+1' could not be found"],
      [{ unumber: '+260000000002' }, "The phone '+260000000002' is not a peer navigator"],
      [{ unumber: PARTICIPANT }, `The phone '${PARTICIPANT}' is not a peer navigator`],
      [{ unumber: MODERATOR }, `The phone '${MODERATOR}' is not a peer navigator`],
      [{ uparticipant: '+1' }, "The specified phone '+1' could not be found"],
      [{ uparticipant: NAVIGATOR }, `The phone '${NAVIGATOR}' is not that of a participant`],
    ];
    for (const [change, message] of refusals)
      expect(await post('peer/add/participant', { ...link, ...change })).toMatchObject({
        succeeded: false,
        message,
      });
    expect((await post('peer/remove/participant', link)).message).toBe(
      `The phone '${PARTICIPANT}' is not linked to '${NAVIGATOR}'`,
    );
  });

  it('links, lists, counts, refuses a second link and unlinks', async () => {
    const { get, post } = await withPhones(await startHost());
    const added = await post('peer/add/participant', link);
    expect(added.items[0]).toMatchObject({
      part_peer: NAVIGATOR,
      part_number: PARTICIPANT,
      part_createuser: 'ann',
      part_createdate: STAMP,
      phone_name: 'Phone 3',
      p_status: 'Participant',
    });
    expect((await post('peer/add/participant', link)).message).toMatch(/is linked .* already/);
    const list = `peer/list/participant/${at(NAVIGATOR)}`;
    expect((await get(list)).items).toEqual(added.items);
    expect((await get(`${list}?phone_name=phone%203&size=5`)).total).toBe(1);
    expect((await get(`peer/list/participant/${at('+9')}`)).total).toBe(0);
    expect(defined((await get(`phone/number/${at(NAVIGATOR)}`)).items[0]).n_participants).toBe(1);
    expect((await post('peer/remove/participant', link)).items).toBeNull();
    expect((await get(list)).total).toBe(0);
  });

  it('ends when either phone is deleted', async () => {
    const { get, post } = await withPhones(await startHost());
    await post('peer/add/participant', link);
    expect((await post('phone/delete', { uid: '3' })).succeeded).toBe(true);
    expect((await get(`peer/list/participant/${at(NAVIGATOR)}`)).total).toBe(0);
  });
});

describe('a phone whose number is the id of another phone', () => {
  it('is the phone that a request with this number finds or changes', async () => {
    const { db, get, post } = await startHost();
    const phone = (phone_number: string) => ({ phone_number, phone_name: phone_number });
    await db
      .insertInto('phone')
      .values([phone('2'), phone('+260')])
      .execute();
    expect(defined((await get('phone/number/2')).items[0]).phone_id).toBe(1);
    expect(defined((await get(`phone/number/${at('+260')}`)).items[0]).phone_id).toBe(2);
    const saved = await post('phone/update', { uid: '+260', ustatus: '1', user: 'ann' });
    expect(defined(saved.items?.[0]).phone_id).toBe(2);
    await post('phone/update', { uid: '2', ustatus: '4', user: 'ann' });
    expect((await get('phone/list')).items.map((row) => row.phone_status === 4)).toEqual([
      true,
      false,
    ]);
  });
});

describe('quizzes', () => {
  it('are passed with at least the pass mark that the study has set', async () => {
    const { db, get, post } = await startHost({ passMark: 70 });
    await post('quiz/update', { uid: '0', uquestion: 'True?', ustatus: '1', user: 'ann' });
    await db
      .insertInto('quiz_attempt')
      .values([70, 69].map((attempt_score) => ({ attempt_quiz: 1, attempt_score })))
      .execute();
    const attempts = (await get('quiz-attempt/list')).items;
    expect(attempts.map((row) => row.c_status)).toEqual(['Passed', 'Failed']);
  });

  it('count their attempts, keep broken options, and cannot be deleted while there are attempts', async () => {
    const { db, get, post } = await startHost();
    const quiz = { uid: '0', uquestion: 'True?', ustatus: '1', uoptions: '[{"id":1', user: 'ann' };
    const saved = await post('quiz/update', quiz);
    expect(saved.items[0]).toMatchObject({ quiz_options: '[{"id":1', a_no: 0, a_max: null });
    await db
      .insertInto('quiz_attempt')
      .values([
        { attempt_quiz: 1, attempt_score: 80, attempt_createuser: PARTICIPANT },
        { attempt_quiz: 1, attempt_score: 79.5, attempt_createuser: PARTICIPANT },
      ])
      .execute();
    expect((await get('quiz/list')).items[0]).toMatchObject({ a_no: 2, a_max: 80, a_min: 79.5 });
    const attempts = await get('quiz-attempt/list');
    expect(attempts.items.map((row) => row.c_status)).toEqual(['Passed', 'Failed']);
    expect((await get('quiz-attempt/id/2')).items[0]).toMatchObject({ quiz_question: 'True?' });
    expect((await post('quiz/delete', { uid: '1' })).message).toBe(
      'The quiz has 2 attempts and cannot be deleted',
    );
    await db.deleteFrom('quiz_attempt').execute();
    expect((await post('quiz/delete', { uid: '1' })).succeeded).toBe(true);
  });
});

describe('short messages', () => {
  const category = {
    uid: '0',
    uname: 'PrEP',
    udescription: 'About PrEP',
    ustatus: '1',
    user: 'ann',
  };
  const phone = { uid: '0', uname: 'Ann', unumber: '+260000000009', ustatus: '1', user: 'ann' };

  it('refuse an unknown category, a second category of the same name, and the deletion of a category in use', async () => {
    const { post } = await startHost();
    expect((await post('sms-phone/update', { ...phone, ucategory: '1' })).message).toBe(
      "The specified SMS category '1' could not be found",
    );
    expect((await post('sms-phone/update', phone)).message).toBe('Category is required');
    await post('sms-category/update', category);
    expect((await post('sms-category/update', { ...category, uname: 'prep' })).message).toBe(
      "The SMS category 'prep' exists already",
    );
    const saved = await post('sms-phone/update', { ...phone, ucategory: '1' });
    expect(saved.items[0]).toMatchObject({ sms_cat_name: 'PrEP', sms_cat_id: 1 });
    expect((await post('sms-phone/update', { ...phone, ucategory: '1' })).message).toBe(
      "The phone number '+260000000009' exists already",
    );
    expect((await post('sms-category/delete', { uid: '1' })).message).toBe(
      "The SMS category 'PrEP' is used by 1 phone and cannot be deleted",
    );
    await post('sms-phone/delete', { uid: '1' });
    expect((await post('sms-category/delete', { uid: '1' })).items).toBeNull();
  });

  it('have their fields under both names, in the list and as one record', async () => {
    const { get, post } = await startHost();
    const fields = { uid: '0', uname: 'Hello', ucode: '+260', ustatus: '2', user: 'ann' };
    const saved = await post('sms-message/update', fields);
    const names = {
      sms_id: 1,
      SMSMessage_id: 1,
      sms_content: 'Hello',
      SMSMessage_name: 'Hello',
      sms_description: '+260',
      SMSMessage_code: '+260',
      c_status: 'Disabled',
    };
    expect(saved.items[0]).toMatchObject(names);
    expect((await get('sms-message/list')).items[0]).toMatchObject(names);
    expect((await get('sms-message/id/1')).items[0]).toMatchObject(names);
  });
});

describe('a topic message', () => {
  it('is refused without a title, and when the push service fails', async () => {
    const failing = await startHost({
      sendTopicMessage: () => Promise.reject(new Error('push service down')),
    });
    expect((await failing.post('send-fcm-topic-message', { body: 'x' })).message).toBe(
      'Title is required',
    );
    const answer = await failing.post('send-fcm-topic-message', { title: 'T', body: 'B' });
    expect(answer).toMatchObject({ succeeded: false, message: 'The message could not be sent' });
    expect(failing.errors).toHaveLength(1);
  });

  it('goes to the study’s topic unless it names another one, and is stored', async () => {
    const { post, messages, db } = await startHost();
    await post('send-fcm-topic-message', { title: 'T', body: 'B' });
    await post('send-fcm-topic-message', { topic: 'other', title: 'T', body: 'B' });
    expect(messages.map(({ topic }) => topic)).toEqual(['study', 'other']);
    const rows = await db.selectFrom('topic_message').selectAll().execute();
    expect(rows[0]).toMatchObject({ message_sent: 1, message_date: STAMP });
  });
});
