import { describe, expect, it } from 'vitest';
import { forms } from '../support/forms';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({}, { shared: true });

const alertText = () => remote.visitor.page.getByRole('alert').textContent;

describe.each(forms)('a $name that does not exist', ({ entity, name, list }) => {
  const notFound = `The specified ${name} '9' could not be found`;

  it('is answered with 404, whatever the host says', async () => {
    const { visitor } = remote;
    const answers = [
      () => refusal(notFound),
      () => envelope([]),
      () => envelope(null, notFound),
    ] as const;
    for (const answer of answers) {
      remote.host.on(`${entity}/id/9`, answer);
      await visitor.open(`/${entity}/edit/9`);
      expect(visitor.status).toBe(404);
      expect(alertText()).toBe(`There is a problem${notFound}`);
      expect(visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
      expect(visitor.page.getByRole('link', { name: /^Back to/ })).toBeTruthy();

      await visitor.open(`/delete/${entity}/9?list=page%3D2`);
      expect(visitor.status).toBe(404);
      expect(visitor.page.getByText(notFound)).toBeTruthy();
      expect(visitor.page.queryByRole('button', { name: 'Delete' })).toBeNull();
      expect(visitor.page.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe(
        `${list}?page=2`,
      );
    }
    expect(remote.host.to('log/update')).toEqual([]);
  });
});

describe('a host that answers 404 for a record', () => {
  it.each([
    ['with an HTML page', '<!doctype html><h1>Not Found</h1>'],
    [
      'with a refusal that names the record',
      JSON.stringify(refusal("The specified quiz '7' could not be found")),
    ],
  ])('is understood to lack only the record if it has the list: %s', async (_, body) => {
    remote.host.on('quiz/id/7', (_call, response) => void response.writeHead(404).end(body));
    remote.host.on('quiz/list', () => envelope([{ quiz_id: 6, quiz_question: 'Why?' }]));
    for (const path of ['/quiz/edit/7', '/delete/quiz/7']) {
      await remote.visitor.open(path);
      expect(remote.visitor.status).toBe(404);
      expect(remote.visitor.html).toContain('The specified quiz &#x27;7&#x27; could not be found');
    }
    expect(remote.host.to('log/update')).toEqual([]);
  });

  it('is reported as failing when its list fails too', async () => {
    remote.host.on('quiz/id/7', (_call, response) => void response.writeHead(404).end());
    remote.host.on('quiz/list', (_call, response) => void response.writeHead(500).end());
    await remote.visitor.open('/quiz/edit/7');
    expect(remote.visitor.status).toBe(200);
    expect(alertText()).toBe('There is a problemAn error occured when loading quiz from server');
  });
});

describe('a record that cannot be read', () => {
  it.each([
    ['the host refuses', () => refusal('You may not see this')],
    ['the answer is unreadable', () => 'text'],
  ])('is not said to be missing when %s', async (_, answer) => {
    remote.host.on('color/id/9', answer);
    await remote.visitor.open('/color/edit/9');
    expect(remote.visitor.status).toBe(200);
    await remote.visitor.open('/delete/color/9');
    expect(remote.visitor.status).toBe(200);
    expect(remote.visitor.page.getByText('color 9')).toBeTruthy();
    expect(remote.visitor.page.getByRole('button', { name: 'Delete' })).toBeTruthy();
  });
});

describe('other pages of records that do not exist', () => {
  it.each([
    ['/participant/view/9', "The specified participant '9' could not be found"],
    ['/follow-up/view/9', "The specified follow-up '9' could not be found"],
    ['/quiz-attempt/edit/9', "The specified quiz attempt '9' could not be found"],
    ['/phone/edit/+260977', "The specified phone '+260977' could not be found"],
    ['/discussion/edit/none', 'Unable to find a discussion with the specified ID'],
    ['/discussion/post/none/edit/none', 'Unable to find a post with the specified ID'],
    ['/discussion/chat/none', 'Unable to find a discussion with the specified ID'],
    ['/discussion/chat/none/transcript', 'Unable to find a discussion with the specified ID'],
  ])('answer 404: %s', async (path, message) => {
    await remote.visitor.open(path);
    expect(remote.visitor.status).toBe(404);
    expect(alertText()).toContain(message);
  });
});

describe('an entry of the SMS history that is to be deleted', () => {
  const entry = { sms_history_id: 5, sms_history_number: '+260977', sms_history_message: 'Hello' };

  it('is shown with its values from the list, because hosts have no path for one entry', async () => {
    remote.host.on('sms-history/list', () => envelope([{ ...entry, sms_history_id: 4 }, entry]));
    const { visitor } = remote;
    await visitor.open('/delete/sms-history/5');
    expect(visitor.status).toBe(200);
    expect(visitor.page.getByText('+260977')).toBeTruthy();
    await visitor.open('/delete/sms-history/6');
    expect(visitor.status).toBe(404);
    expect(remote.host.calls.map(({ path }) => path)).not.toContain('sms-history/id/5');
  });

  it('is named by its id when the list cannot be read', async () => {
    remote.host.on('sms-history/list', (_call, response) => void response.destroy());
    await remote.visitor.open('/delete/sms-history/5');
    expect(remote.visitor.page.getByText('SMS history entry 5')).toBeTruthy();
    expect(remote.visitor.page.getByRole('button', { name: 'Delete' })).toBeTruthy();
  });
});
