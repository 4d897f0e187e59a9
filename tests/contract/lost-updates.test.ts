import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { Visitor } from '../support/visitor';

const remote = remotePanel({}, { shared: true });

const stored = {
  sms_cat_id: 5,
  sms_cat_name: 'Reminders',
  sms_cat_description: 'Of visits',
  c_status: 'Active',
};

/** Gives the host one SMS category. The host stores the values of each save. */
function hold(change: Partial<typeof stored> = {}) {
  const record = { ...stored, ...change };
  remote.host.on('sms-category/id/5', () => envelope([record]));
  remote.host.on('sms-category/update', ({ fields }) => {
    record.sms_cat_name = defined(fields.uname);
    record.sms_cat_description = defined(fields.udescription);
    record.c_status = fields.ustatus === '1' ? 'Active' : 'Disabled';
    return envelope([record]);
  });
}

const saves = () => remote.host.to('sms-category/update').map(({ fields }) => fields);

describe('a record that someone else has changed meanwhile', () => {
  async function collide() {
    hold();
    const { visitor } = remote;
    await visitor.open('/sms-category/edit/5?list=page%3D2');
    hold({ sms_cat_name: 'Visits', c_status: 'Disabled' });
    await visitor.press('Save', { Description: 'Of all visits' });
  }

  it('is not overwritten: the page shows both values of each changed field', async () => {
    await collide();
    const { visitor } = remote;
    expect(visitor.status).toBe(409);
    expect(saves()).toEqual([]);
    const alert = visitor.page.getByRole('alert');
    expect(alert.textContent).toContain('Your changes have not been saved');
    const lines = within(alert)
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
    expect(lines).toEqual([
      ['Field', 'Yours', 'Now'],
      ['Name', 'Reminders', 'Visits'],
      ['Description', 'Of all visits', 'Of visits'],
      ['Status', 'Active', 'Disabled'],
    ]);
    expect(visitor.shownValue('Description')).toBe('Of all visits');
    expect(remote.host.to('audit/update').map(({ fields }) => fields.uaction)).not.toContain(
      'Update',
    );
  });

  it('is overwritten when the user chooses to save their version', async () => {
    await collide();
    await remote.visitor.press('Save my version over it');
    expect(saves()).toEqual([
      {
        uid: '5',
        uname: 'Reminders',
        udescription: 'Of all visits',
        ustatus: '1',
        user: 'ann',
      },
    ]);
    expect(remote.visitor.page.getByRole('status').textContent).toContain('successfully saved');
  });

  it('is shown, and not overwritten, when the user chooses the saved version', async () => {
    await collide();
    const { visitor } = remote;
    await visitor.press('Use the saved version');
    expect(visitor.shownValue('Name')).toBe('Visits');
    expect(visitor.shownValue('Description')).toBe('Of visits');
    expect(saves()).toEqual([]);
    expect(
      visitor.page.getByRole('link', { name: 'Back to SMS Categories' }).getAttribute('href'),
    ).toBe('/sms-categories?page=2');
  });

  it('is not overwritten without another question if it has changed once more', async () => {
    await collide();
    hold({ sms_cat_name: 'Third' });
    await remote.visitor.press('Save my version over it');
    expect(remote.visitor.status).toBe(409);
    expect(remote.visitor.page.getByRole('alert').textContent).toContain('Third');
    expect(saves()).toEqual([]);
  });

  it('is not overwritten after the form came back with an error in a field', async () => {
    hold();
    const { visitor } = remote;
    await visitor.open('/sms-category/edit/5');
    hold({ sms_cat_name: 'Visits' });
    await visitor.press('Save', { Description: '' });
    expect(visitor.status).toBe(400);
    await visitor.press('Save', { Description: 'Of all visits' });
    expect(visitor.status).toBe(409);
    expect(saves()).toEqual([]);
  });

  it('is not overwritten after a row of the form was added and removed', async () => {
    const options = (answer: string) => JSON.stringify([{ id: 1, no: 1, answer, correct: 1 }]);
    const quiz = { quiz_id: 5, quiz_question: 'Why?', c_status: 1, quiz_options: options('So') };
    const holdQuiz = (more: object) =>
      remote.host.on('quiz/id/5', () => envelope([{ ...quiz, ...more }]));
    holdQuiz({});
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5');
    holdQuiz({ quiz_options: options('Because') });
    await visitor.press('Add option');
    expect(visitor.page.getByRole('textbox', { name: 'Answer , option 2' })).toBeTruthy();
    await visitor.press('Remove option 2');
    await visitor.press('Save');
    expect(visitor.status).toBe(409);
    expect(visitor.page.getByRole('alert').textContent).toContain('Because');
    // From now on, saves are compared with the version that the conflict page has shown.
    holdQuiz({ quiz_options: options('Never') });
    await visitor.press('Add option');
    await visitor.press('Remove option 2');
    await visitor.press('Save');
    expect(visitor.status).toBe(409);
    expect(visitor.page.getByRole('alert').textContent).toContain('Never');
    expect(remote.host.to('quiz/update')).toEqual([]);
  });

  it('is saved without a question if both users typed the same, and only a field outside the form differs', async () => {
    hold();
    const { visitor } = remote;
    await visitor.open('/sms-category/edit/5');
    hold({ sms_cat_name: 'Visits', ...{ sms_cat_lastupdateuser: 'bwalya' } });
    await visitor.press('Save', { Name: 'Visits' });
    expect(saves()).toHaveLength(1);
  });

  it('is saved without a question if the host only sends the same values in other types', async () => {
    hold();
    await remote.visitor.open('/sms-category/edit/5');
    remote.host.on('sms-category/id/5', () =>
      envelope([{ ...stored, sms_cat_id: '5', c_status: 1 }]),
    );
    await remote.visitor.press('Save');
    expect(saves()).toHaveLength(1);
  });

  it('is read again from the host before it is saved', async () => {
    hold();
    await remote.visitor.open('/sms-category/edit/5');
    remote.host.calls.length = 0;
    await remote.visitor.press('Save');
    const paths = remote.host.calls.map(({ path }) => path).filter((path) => /^sms/.test(path));
    expect(paths).toEqual(['sms-category/id/5', 'sms-category/update', 'sms-category/id/5']);
  });
});

describe('a form that is sent twice', () => {
  const typed = { Name: 'News', Description: 'Of the study', Status: 'Active' };

  async function bodyOfAdd() {
    const { visitor } = remote;
    await visitor.open('/sms-category/add');
    return visitor.getBody('Save', typed);
  }

  it('saves once, and leads both times to the same page', async () => {
    remote.host.on('sms-category/update', () => envelope([{ sms_cat_id: 41 }]));
    const body = await bodyOfAdd();
    const post = () => remote.visitor.request('/sms-category/add', { method: 'POST', body });
    const first = await post();
    const second = await post();
    expect(first.headers.get('location')).toBe('/sms-category/edit/41');
    expect(second.headers.get('location')).toBe('/sms-category/edit/41');
    expect(saves()).toHaveLength(1);
  });

  it('saves once when its requests arrive at the same time', async () => {
    remote.host.on('sms-category/update', () => envelope([{ sms_cat_id: 41 }]));
    const body = await bodyOfAdd();
    const replies = await Promise.all(
      [1, 2, 3].map(() => remote.visitor.request('/sms-category/add', { method: 'POST', body })),
    );
    expect(replies.map((reply) => reply.headers.get('location'))).toEqual(
      Array(3).fill('/sms-category/edit/41'),
    );
    expect(saves()).toHaveLength(1);
  });

  it('is saved when it is sent again after a failure', async () => {
    remote.host.on('sms-category/update', (_call, response) => void response.destroy());
    const body = await bodyOfAdd();
    const post = () => remote.visitor.request('/sms-category/add', { method: 'POST', body });
    expect((await post()).status).toBe(400);
    remote.host.on('sms-category/update', () => envelope([{ sms_cat_id: 41 }]));
    expect((await post()).headers.get('location')).toBe('/sms-category/edit/41');
  });

  it('saves an edit once, even if the host changes the text that it stores', async () => {
    const record = { ...stored };
    remote.host.on('sms-category/id/5', () => envelope([record]));
    remote.host.on('sms-category/update', ({ fields }) => {
      record.sms_cat_name = defined(fields.uname).toUpperCase();
      return envelope([record]);
    });
    const { visitor } = remote;
    await visitor.open('/sms-category/edit/5');
    const body = visitor.getBody('Save', typed);
    const post = () => visitor.request('/sms-category/edit/5', { method: 'POST', body });
    expect((await post()).headers.get('location')).toBe('/sms-category/edit/5');
    expect((await post()).headers.get('location')).toBe('/sms-category/edit/5');
    expect(saves()).toHaveLength(1);
  });

  it('is saved again if it has other values', async () => {
    let id = 40;
    remote.host.on('sms-category/update', () => envelope([{ sms_cat_id: ++id }]));
    const { visitor } = remote;
    await visitor.open('/sms-category/add');
    for (const Name of ['News', 'Reminders']) {
      const body = visitor.getBody('Save', { ...typed, Name });
      await visitor.request('/sms-category/add', { method: 'POST', body });
    }
    expect(saves().map(({ uname }) => uname)).toEqual(['News', 'Reminders']);
  });

  it('is saved again if another user sends it', async () => {
    remote.host.on('sms-category/update', () => envelope([{ sms_cat_id: 41 }]));
    const body = await bodyOfAdd();
    await remote.visitor.request('/sms-category/add', { method: 'POST', body });
    remote.host.on('login', () => envelope([{ user_username: 'eve', u_status: 'Active' }]));
    const eve = await new Visitor(remote.panel.url).signIn('eve@study.example');
    await eve.request('/sms-category/add', { method: 'POST', body });
    expect(saves().map(({ user }) => user)).toEqual(['ann', 'eve']);
  });
});

describe('a post that no form of the panel makes', () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    remote.visitor.request('/quiz/add', { method: 'POST', body, headers });

  it.each([
    'nonsense',
    '{}',
    '[]',
    '{"type":"reset","payload":{}}',
    '{"type":"update","payload":{"name":"quiz_question","value":"x"}}',
    '{"type":"insert","payload":{}}',
    '{"type":"insert","payload":{"name":"quiz_question"}}',
    '{"type":"insert","payload":{"name":"__proto__.polluted"}}',
    '{"type":"insert","payload":{"name":"quiz_options","index":1e15}}',
    '{"type":"remove","payload":{"name":"quiz_options[0].answer","index":0}}',
    '{"type":"reorder","payload":{"name":"quiz_options","from":0}}',
  ])('is refused when it asks for %s', async (intent) => {
    const reply = await post(
      new URLSearchParams({
        __intent__: intent,
        quiz_question: 'x',
        'quiz_options[0].answer': 'y',
      }),
    );
    expect(reply.status).toBe(400);
    expect(remote.host.to('quiz/update')).toEqual([]);
  });

  it('is refused as too large over 1 MB, and only as invalid below that', async () => {
    const megabyte = 1024 * 1024;
    expect((await post(new URLSearchParams({ x: 'x'.repeat(megabyte) }))).status).toBe(413);
    expect((await post(new URLSearchParams({ x: 'x'.repeat(megabyte - 100) }))).status).toBe(400);
    expect(remote.host.to('quiz/update')).toEqual([]);
  });

  it('is refused when its body is not that of a form', async () => {
    expect((await post('{}', { 'content-type': 'application/json' })).status).toBe(400);
    expect((await post('x', { 'content-type': 'multipart/form-data' })).status).toBe(400);
  });
});
