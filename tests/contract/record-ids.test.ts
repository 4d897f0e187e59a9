import { describe, expect, it } from 'vitest';
import { hostFile, readCsv, sentRows } from '../support/csv-file';
import { envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({}, { shared: true });

const deep = (depth: number) => `${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`;

describe('a number that is not written as hosts write it', () => {
  it.each([
    '022',
    '+22',
    '22.0',
    '1e1',
    '%2022',
    '22%20',
    '0',
    '-22',
    '0x16',
    '99999999999999999999',
  ])('belongs to no record: %s', async (id) => {
    for (const path of [
      `/sms-category/edit/${id}`,
      `/delete/sms-category/${id}`,
      `/participant/view/${id}`,
      `/quiz-attempt/edit/${id}`,
    ]) {
      const answer = await remote.visitor.request(path);
      await answer.body?.cancel();
      expect([path, answer.status]).toEqual([path, 404]);
      if (path.includes('view') || path.includes('attempt')) continue;
      const posted = await remote.visitor.request(path, {
        method: 'POST',
        body: new URLSearchParams({ sms_cat_name: 'x' }),
      });
      await posted.body?.cancel();
      expect([path, posted.status]).toEqual([path, 404]);
    }
    const asked = remote.host.calls.map(({ path }) => path);
    expect(
      asked.filter((path) => /id\/|update$|delete$/.test(path) && !/audit|user/.test(path)),
    ).toEqual([]);
  });

  it('is allowed as the id of a phone, while other records open by their plain id', async () => {
    remote.host.on('sms-category/id/22', () =>
      envelope([{ sms_cat_id: 22, sms_cat_name: 'News', sms_cat_description: 'a', c_status: 1 }]),
    );
    expect((await remote.visitor.open('/sms-category/edit/22')).status).toBe(200);
    expect(remote.visitor.shownValue('Name')).toBe('News');
    remote.host.on('phone/number/0970000001', () => envelope([{ phone_number: '0970000001' }]));
    expect((await remote.visitor.open('/phone/edit/0970000001')).status).toBe(200);
  });
});

describe('an answer that is nested very deeply', () => {
  it('is reported as unreadable, and causes no error in the panel', async () => {
    for (const [path, text] of [
      [
        '/sms-category/edit/22',
        `{"succeeded":true,"items":[{"sms_cat_id":22,"sms_cat_name":${deep(200_000)}}]}`,
      ],
      ['/sms-category/edit/22', `{"succeeded":true,"other":${deep(200_000)},"items":[]}`],
      [
        '/sms-categories',
        `{"succeeded":true,"items":[{"sms_cat_id":22,"sms_cat_name":${deep(200_000)}}]}`,
      ],
    ] as const) {
      for (const call of ['sms-category/id/22', 'sms-category/list'])
        remote.host.on(call, (_, response) => void response.end(text));
      await remote.visitor.open(path);
      expect([path, remote.visitor.status]).toEqual([path, 200]);
      expect(remote.visitor.page.getByRole('alert').textContent).toContain(
        'Unable to process server response from server',
      );
    }
  });

  it('in a field that should hold a list of items opens the form, which saves the field unchanged', async () => {
    const options = `[{"id":1,"no":1,"answer":${deep(20_000)},"correct":1}]`;
    const quiz = { quiz_id: 5, quiz_question: 'Q', c_status: 1, quiz_options: options };
    remote.host.on('quiz/id/5', () => envelope([quiz]));
    remote.host.on('quiz/update', () => envelope([quiz]));
    await remote.visitor.open('/quiz/edit/5');
    expect(remote.visitor.status).toBe(200);
    await remote.visitor.press('Save', { Question: 'Another' });
    expect(remote.visitor.status).toBe(200);
    expect(remote.host.to('quiz/update').map(({ fields }) => fields.uoptions)).toEqual([options]);
    remote.host.on('quiz-attempt/id/5', () =>
      envelope([{ attempt_id: 5, attempt_answers: options }]),
    );
    expect((await remote.visitor.open('/quiz-attempt/edit/5')).status).toBe(200);
  });
});

it('a date that a host sends without a time is shown without one, in a list and its export', async () => {
  const category = {
    sms_cat_id: 22,
    sms_cat_name: 'News',
    sms_cat_createdate: '2024-03-05',
    c_status: 1,
  };
  remote.host.on('sms-category/list', () => envelope([category]));
  await remote.visitor.open('/sms-categories?cols=sms_cat_id,sms_cat_createdate&open=22');
  expect(remote.visitor.html).toContain('05 March 2024');
  expect(remote.visitor.html).not.toContain('00:00');
  remote.host.on('downloadJson', (call, response) => {
    response.setHeader('content-type', 'text/csv');
    response.end(hostFile(call));
  });
  const file = await remote.visitor.request(
    '/export/sms-categories?cols=sms_cat_id,sms_cat_createdate',
    { method: 'POST' },
  );
  expect(readCsv(await file.text())[1]).toEqual(['22', '2024-03-05']);
  expect(remote.host.to('downloadJson').map(sentRows)).toEqual([
    [{ ID: '22', Date: '2024-03-05' }],
  ]);
});
