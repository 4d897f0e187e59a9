import { beforeEach, describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { findScreen } from '../support/screens';
import { Visitor } from '../support/visitor';

const remote = remotePanel();

/** Answers a path as a host without that path does. */
function lack(path: string, status = 404): void {
  remote.host.on(path, (_call, response) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Not Found</title><h1>Not Found</h1>');
  });
}

const getAlert = ({ page }: Visitor) => page.getByRole('alert').textContent?.trim();

/** The lists that hosts in the field lack, with the words by which messages name them. */
const lists = [
  ...[
    ...['/quizzes', '/quiz-attempts', '/sms-categories', '/sms-phones', '/sms-messages'],
    ...['/sms-history', '/peer-navigator-facilities', '/data-dictionary', '/study-followup'],
    '/study-resources',
  ].map(findScreen),
  {
    path: '/phone/participants/+260977',
    source: 'peer/list/participant/%2B260977',
    subject: 'linked participants',
  },
];

describe('a list that the host does not have', () => {
  it.each(lists)(
    'says that the host does not offer it, and has no buttons: $path',
    async ({ path, source, subject }) => {
      const { visitor } = remote;
      for (const status of [404, 405]) {
        lack(source, status);
        await visitor.open(path);
        expect(getAlert(visitor)).toBe(`This API host does not offer ${subject}`);
        expect(visitor.page.queryByRole('link', { name: 'Add' })).toBeNull();
        expect(visitor.page.queryByRole('button', { name: /Export/ })).toBeNull();
        expect(visitor.page.queryByText('Could not show information')).toBeNull();
      }
      expect(remote.host.to('log/update')).toEqual([]);
    },
  );

  it('is in the log once, however often it is opened', async () => {
    lack('color/list');
    const before = remote.panel.output().length;
    for (const _ of [1, 2, 3]) await remote.visitor.open('/colors');
    const lines = remote.panel
      .output()
      .slice(before)
      .split('\n')
      .filter((line) => line.includes('"path":"color/list"'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(defined(lines[0]))).toMatchObject({
      level: 30,
      msg: 'the API host does not have this path',
    });
    expect(remote.host.to('log/update')).toEqual([]);
  });

  it('has no export', async () => {
    lack('quiz/list');
    await remote.visitor.open('/export/quizzes', { method: 'POST' });
    expect(remote.visitor.page.getByRole('status').textContent).toBe(
      'This API host does not offer quizzes',
    );
  });

  it('is still in the menu', async () => {
    await remote.visitor.open('/home');
    expect(remote.visitor.page.getAllByRole('link', { name: 'Quizzes' }).length).toBeGreaterThan(0);
    expect(remote.host.to('quiz/list')).toEqual([]);
  });
});

describe('a form for which the host has no path', () => {
  const typed = { Name: 'News', Description: 'What is new', Status: 'Active' };
  const record = { sms_cat_id: 5, sms_cat_name: 'News', sms_cat_description: 'a', c_status: 1 };

  it('keeps what was typed, and says that nothing can be added', async () => {
    lack('sms-category/update', 405);
    const { visitor } = remote;
    await visitor.open('/sms-categories');
    await visitor.open('/sms-category/add');
    await visitor.press('Save', typed);
    expect(visitor.status).toBe(400);
    expect(getAlert(visitor)).toBe(
      'There is a problemThis API host does not offer adding SMS categories',
    );
    for (const [label, value] of Object.entries(typed))
      expect(visitor.shownValue(label)).toBe(value);
    expect(remote.host.to('log/update')).toEqual([]);
    expect(remote.host.entries('Add')).toEqual([]);
  });

  it('says that nothing can be changed or deleted', async () => {
    remote.host.on('sms-category/id/5', () => envelope([record]));
    lack('sms-category/update');
    lack('sms-category/delete');
    const { visitor } = remote;
    await visitor.open('/sms-category/edit/5');
    await visitor.press('Save', typed);
    expect(getAlert(visitor)).toBe(
      'There is a problemThis API host does not offer changing SMS categories',
    );
    await visitor.open('/delete/sms-category/5');
    await visitor.press('Delete');
    expect(visitor.page.getByRole('status').textContent).toBe(
      'This API host does not offer deleting SMS categories',
    );
    expect(remote.host.to('log/update')).toEqual([]);
  });

  it('says for a record whether the host lacks the whole list or only single records', async () => {
    const { visitor } = remote;
    lack('quiz/id/7');
    lack('quiz/list');
    await visitor.open('/quiz/edit/7');
    expect(visitor.status).toBe(200);
    expect(getAlert(visitor)).toBe('There is a problemThis API host does not offer quizzes');
    remote.host.on('quiz/list', () => envelope([{ quiz_id: 7, quiz_question: 'Why?' }]));
    await visitor.open('/quiz/edit/7');
    expect(visitor.status).toBe(200);
    expect(getAlert(visitor)).toBe(
      'There is a problemThis API host does not offer quizzes one by one',
    );
    expect(remote.host.to('log/update')).toEqual([]);
  });

  it('has no Save button after the host answered that it does not have the list', async () => {
    const { visitor } = remote;
    lack('quiz/list');
    await visitor.open('/quizzes');
    await visitor.open('/quiz/add');
    expect(getAlert(visitor)).toBe('There is a problemThis API host does not offer quizzes');
    expect(visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
    remote.host.on('quiz/list', () => envelope([]));
    await visitor.open('/quizzes');
    await visitor.open('/quiz/add');
    expect(visitor.page.queryByRole('alert')).toBeNull();
    expect(visitor.page.getByRole('button', { name: 'Save' })).toBeTruthy();
  });

  it('has its Save button again when the list is back, even if its content has not changed', async () => {
    const { visitor } = remote;
    const answer = () =>
      remote.host.on('color/list', ({ headers }, response) => {
        const isKnown = headers['if-none-match'] === '"colors"';
        response.writeHead(isKnown ? 304 : 200, { etag: '"colors"' });
        response.end(isKnown ? undefined : JSON.stringify(envelope([{ color_id: 1 }])));
      });
    answer();
    await visitor.open('/colors');
    lack('color/list');
    await visitor.open('/colors');
    await visitor.open('/color/add');
    expect(visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
    answer();
    await visitor.open('/colors');
    await visitor.open('/color/add');
    expect(visitor.page.getByRole('button', { name: 'Save' })).toBeTruthy();
  });

  it('can be saved without a category if the host has no list of categories', async () => {
    lack('sms-category/list');
    remote.host.on('sms-phone/update', () => envelope(null));
    const { visitor } = remote;
    await visitor.open('/sms-phones');
    await visitor.open('/sms-phone/add');
    expect(visitor.page.queryByRole('alert')).toBeNull();
    expect(visitor.html).toContain(
      'This API host does not offer SMS categories, so you cannot choose one.',
    );
    await visitor.press('Save', { Name: 'Clinic', Number: '+260970009977', Status: 'Active' });
    expect(remote.host.to('sms-phone/update').map(({ fields }) => fields)).toEqual([
      {
        uid: '0',
        uname: 'Clinic',
        unumber: '+260970009977',
        ucategory: '',
        ustatus: '1',
        user: 'ann',
      },
    ]);
  });

  it('keeps the category of a record if the host has no list of categories', async () => {
    lack('sms-category/list');
    const phone = { sms_phone_id: 5, sms_phone_name: 'a', sms_phone_number: '1', c_status: 1 };
    remote.host.on('sms-phone/id/5', () => envelope([{ ...phone, sms_cat_id: 3 }]));
    await remote.visitor.open('/sms-phone/edit/5');
    await remote.visitor.press('Save', { Name: 'b' });
    expect(defined(remote.host.to('sms-phone/update')[0]).fields).toMatchObject({ ucategory: '3' });
  });

  it('says on the page that sends messages what the host does not offer', async () => {
    lack('sms-category/list');
    await remote.visitor.open('/send-messages');
    expect(getAlert(remote.visitor)).toBe(
      'There is a problemThis API host does not offer SMS categories',
    );
  });

  it('does not link participants', async () => {
    lack('peer/add/participant');
    remote.host.on('phone/number/%2B260977', () => envelope([{ phone_number: '+260977' }]));
    await remote.visitor.open('/phone/participants/+260977');
    await remote.visitor.press('Link', { Participant: '+260978' });
    expect(getAlert(remote.visitor)).toBe(
      'There is a problemThis API host does not offer linking participants',
    );
  });
});

describe('a host without paths for accounts', () => {
  const PASSWORD = 'a long enough password';
  const hint = () => remote.visitor.page.getByText(/^New users|^This API host/).textContent;

  beforeEach(() => {
    for (const path of ['create', 'reset', 'change-password', 'change-own-password'])
      lack(`account/${path}`);
  });

  it('makes the signed-out forms say what it does not offer, and what to do instead', async () => {
    const visitor = new Visitor(remote.panel.url);
    await visitor.open('/create-account');
    const filled = { Password: PASSWORD, 'Confirm password': PASSWORD };
    await visitor.press('Create account', { Email: 'eve@study.example', ...filled });
    expect(visitor.status).toBe(400);
    expect(getAlert(visitor)).toContain(
      'You cannot create an account here, because this API host does not offer it. Ask an administrator of the study to add you.',
    );
    await visitor.open('/change-password/a-code');
    await visitor.press('Set password', {
      'New password': PASSWORD,
      'Confirm password': PASSWORD,
    });
    expect(getAlert(visitor)).toContain(
      'You cannot set your password with this link, because this API host does not offer it. Ask the person who runs the API host to set it.',
    );
  });

  it('makes the user form say how new users get a password, and more precisely once a reset has failed', async () => {
    const { visitor } = remote;
    remote.host.on('user/update', () => envelope([{ ...ann, user_id: 8 }]));
    remote.host.on('user/id/8', () => envelope([{ ...ann, user_id: 8 }]));
    for (const path of ['/user/add', '/user/edit/8']) {
      await visitor.open(path);
      expect(hint()).toBe(
        'New users choose a password with “Forgot your password?” on the sign-in page. If they do not get an email, ask the person who runs the API host to set their password.',
      );
    }
    const eve = await new Visitor(remote.panel.url).open('/reset-password');
    await eve.press('Send the link', { Email: 'eve@study.example' });
    expect(eve.status).toBe(400);
    expect(getAlert(eve)).toContain(
      'You cannot reset your password here, because this API host does not offer it. Ask the person who runs the API host to set it.',
    );
    await visitor.open('/user/edit/8');
    expect(hint()).toBe(
      'This API host does not offer password resets. Ask the person who runs the API host to set the password of a new user.',
    );
    await visitor.open('/profile/password');
    await visitor.press('Change password', {
      'Current password': 'the earlier one',
      'New password': PASSWORD,
      'Confirm password': PASSWORD,
    });
    expect(getAlert(visitor)).toContain(
      'This API host does not let you change your password here. Ask the person who runs the API host to set it.',
    );
  });
});

describe('a host with paths of its own for accounts', () => {
  const own = remotePanel({ API_RESET_PASSWORD_PATH: 'v2/forgot' });

  it('makes the user form say only that new users choose their password themselves', async () => {
    await own.visitor.open('/user/add');
    expect(own.visitor.page.getByText(/^New users/).textContent).toBe(
      'New users choose a password with “Forgot your password?” on the sign-in page.',
    );
  });
});

describe('a wrong address of the host', () => {
  const ready = async () => (await fetch(`${remote.panel.url}/readyz`)).status;

  it.each([404, 405, 200])(
    'makes the panel not ready if all answers are HTML with status %i',
    async (status) => {
      for (const path of ['healthz', 'country/list']) lack(path, status);
      await expect.poll(ready).toBe(503);
      remote.host.on('country/list', () => refusal('Not without a session'));
      await expect.poll(ready).toBe(200);
    },
  );
});
