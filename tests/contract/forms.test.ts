import { beforeEach, describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { declarations } from '../../shared/entities';
import { findLabel } from '../support/editable-entities';
import { forms } from '../support/forms';
import { everyCase } from '../support/full';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { savedRecord } from '../support/saved-record';
import { take } from '../support/take';

const remote = remotePanel({}, { shared: true });

/** The entities whose forms get every test under `npm test`. The same code serves the forms of all entities. */
const DAILY = ['user', 'notification', 'sms-phone'];

/** Returns the actions of the audit entries, sorted: the panel sends the entries in no fixed order. */
function actions(): string[] {
  return remote.host
    .to('audit/update')
    .map(({ fields }) => defined(fields.uaction))
    .sort();
}

describe.each(forms)('the form of a $name', (form) => {
  const { entity, name } = form;
  const declared = defined(declarations.find((declaration) => declaration.name === entity));
  const update = `${entity}/update`;
  const called = form.called ?? String(form.record[declared.label]);
  const missing = `The specified ${entity} '5' could not be found`;
  const { [form.readOnly?.label ?? '']: _fixed, ...changed } = form.typed;

  function holdRecord() {
    remote.host.on(`${entity}/id/5`, () => envelope([form.record]));
  }

  beforeEach(() => {
    for (const [path, rows] of Object.entries(form.also ?? {}))
      remote.host.on(path, () => envelope(rows));
  });

  it('is closed to visitors who are not signed in', async () => {
    for (const path of [`/${entity}/add`, `/${entity}/edit/5`, `/delete/${entity}/5`]) {
      for (const method of ['GET', 'POST']) {
        const reply = await fetch(remote.panel.url + path, { method, redirect: 'manual' });
        expect(reply.headers.get('location')).toMatch(/^\/login/);
      }
    }
    expect(remote.host.calls).toEqual([]);
  });

  it('names every missing field in a summary that links to it, and saves nothing', async () => {
    const { visitor } = remote;
    await visitor.open(`/${entity}/add`);
    await visitor.press('Save');
    expect(visitor.status).toBe(400);
    expect(visitor.title).toMatch(/^Error: /);
    const links = visitor.page
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith('#record'));
    expect(links.map((link) => link.textContent)).toEqual(form.required);
    for (const link of links) {
      expect(visitor.document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
    }
    expect(remote.host.to(update)).toEqual([]);
  });

  it('posts an addition in the host’s own field names, and leads to the edit page of the new record', async () => {
    remote.host.on(update, () =>
      envelope([{ [form.key]: 41, user_password: 'hash-of-the-new-one' }]),
    );
    remote.host.on(`${entity}/id/41`, () =>
      envelope([{ ...savedRecord(entity, form.posted), [form.key]: 41 }]),
    );
    const { visitor } = remote;
    await visitor.open(`/${entity}/add?list=page%3D2`);
    await visitor.press('Save', form.typed);
    expect(remote.host.to(update).map(({ method, fields }) => ({ method, fields }))).toEqual([
      { method: 'POST', fields: { uid: '0', ...form.posted, user: 'ann' } },
    ]);
    expect(visitor.url).toBe(`${remote.panel.url}/${entity}/edit/41?list=page%3D2`);
    expect(visitor.page.getByRole('status').textContent).toBe(
      form.added ?? `The ${name} has been successfully saved!`,
    );
    expect(
      visitor.page.getByRole('link', { name: `Back to ${form.plural}` }).getAttribute('href'),
    ).toBe(`${form.list}?page=2`);
    await expect.poll(() => actions()).toEqual(['Add', 'View', 'View']);
    expect(visitor.html).not.toContain('hash-of-the-new-one');
  });

  it('loads a record, and posts it back with only the typed fields changed', async () => {
    holdRecord();
    remote.host.on(update, ({ fields }) => envelope([savedRecord(entity, fields)]));
    const { visitor } = remote;
    await visitor.open(`/${entity}/edit/5`);
    expect(visitor.page.queryByRole('button', { name: 'Save and add another' })).toBeNull();
    if (form.readOnly)
      expect(visitor.page.getByLabelText(form.readOnly.label)).toHaveProperty('readOnly', true);
    await visitor.press('Save', changed);
    expect(remote.host.to(update).map(({ fields }) => fields)).toEqual([
      { uid: '5', ...form.posted, ...form.postedByEdit, ...form.readOnly?.posted, user: 'ann' },
    ]);
    expect(visitor.page.getByRole('status').textContent).toBe(
      `The ${name} has been successfully saved!`,
    );
    const events = entity === 'user' ? ['Email change', 'Role change', 'Status change'] : [];
    await expect.poll(() => actions()).toEqual([...events, 'Update', 'View', 'View']);
    expect(remote.host.to('send-fcm-topic-message')).toEqual([]);
  });

  if (!everyCase && !DAILY.includes(entity)) return;

  it('asks for the one field that is missing, and keeps the values of the other fields', async () => {
    const { visitor } = remote;
    for (const message of form.required) {
      const { [findLabel(entity, message)]: _left, ...others } = form.typed;
      await visitor.open(`/${entity}/add`);
      await visitor.press('Save', others);
      expect(visitor.page.getByRole('alert').textContent).toBe(`There is a problem${message}`);
      for (const [label, value] of Object.entries(others))
        expect(visitor.shownValue(label)).toBe(value);
    }
    expect(remote.host.to(update)).toEqual([]);
  });

  it('treats blanks as a missing value, and refuses texts that are too long or cannot be saved', async () => {
    const { visitor } = remote;
    const required = form.required.find((message) => findLabel(entity, message) === form.long);
    for (const [text, message] of [
      [' \t ', required],
      ['x'.repeat(6_000), /must be [\d,]+ characters or fewer$/],
      ['a\0b', /holds a character that cannot be saved$/],
    ] as const) {
      await visitor.open(`/${entity}/add`);
      await visitor.press('Save', { ...form.typed, [form.long]: text });
      expect(visitor.status).toBe(400);
      expect(visitor.page.getByRole('alert').textContent).toMatch(message ?? /^$/);
    }
    expect(remote.host.to(update)).toEqual([]);
  });

  it.each([
    [
      'is down',
      () => undefined,
      `An error occured when adding ${name}. Please try again`,
      [`Adding ${name}: outcome unknown`],
    ],
    [
      'answers a text',
      () => 'saved',
      `Unable to process server response for adding ${name} from server`,
      [`Adding ${name}: outcome unknown`],
    ],
    ['refuses', () => refusal('It exists already'), 'It exists already', []],
    [
      'refuses without a message',
      () => refusal(''),
      `An error occured when adding ${name}. Please try again`,
      [],
    ],
  ])('keeps all typed values when the host %s', async (_, answer, message, entries) => {
    remote.host.on(update, (_call, response) => answer() ?? void response.destroy());
    const { visitor } = remote;
    await visitor.open(`/${entity}/add`);
    await visitor.press('Save', form.typed);
    expect(visitor.page.getByRole('alert').textContent).toBe(`There is a problem${message}`);
    for (const [label, value] of Object.entries(form.typed))
      expect(visitor.shownValue(label)).toBe(value);
    await expect.poll(() => remote.host.entries('Add')).toEqual(entries);
    expect(remote.host.to('send-fcm-topic-message')).toEqual([]);
  });

  it('is disabled, without a Save button, for a record that cannot be loaded', async () => {
    const { visitor } = remote;
    for (const [answer, message] of [
      [refusal(missing), missing],
      ['text', 'Unable to process server response from server'],
      [undefined, `An error occured when loading ${name} from server`],
    ]) {
      remote.host.on(`${entity}/id/5`, (_call, response) => answer ?? void response.destroy());
      await visitor.open(`/${entity}/edit/5`);
      expect(visitor.page.getByRole('alert').textContent).toBe(`There is a problem${message}`);
      expect(visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
      expect(visitor.page.getByRole('group', { name: `Edit ${name}` })).toHaveProperty(
        'disabled',
        true,
      );
    }
  });

  it('does not save into a record that has vanished meanwhile', async () => {
    holdRecord();
    const { visitor } = remote;
    await visitor.open(`/${entity}/edit/5`);
    remote.host.on(`${entity}/id/5`, () => refusal(missing));
    await visitor.press('Save');
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('alert').textContent).toContain(missing);
    expect(remote.host.to(update)).toEqual([]);
  });

  it('leads to the list when the host’s answer has no record', async () => {
    remote.host.on(update, () => envelope(null));
    await remote.visitor.open(`/${entity}/add`);
    await remote.visitor.press('Save', form.typed);
    expect(new URL(remote.visitor.url).pathname).toBe(form.list);
  });

  it('leads to an empty form with “Save and add another”', async () => {
    remote.host.on(update, () => envelope([{ [form.key]: 41 }]));
    const { visitor } = remote;
    await visitor.open(`/${entity}/add?list=page%3D2`);
    await visitor.press('Save and add another', form.typed);
    expect(visitor.url).toBe(`${remote.panel.url}/${entity}/add?list=page%3D2`);
    expect(visitor.shownValue(form.long)).toBe('');
    await visitor.press('Save and add another', form.typed);
    expect(remote.host.to(update).map(({ fields }) => fields.uid)).toEqual(['0', '0']);
  });

  it.each([
    ['is down', undefined, `An error occured when Updating ${name}. Please try again`],
    [
      'answers a text',
      'saved',
      `Unable to process server response for Updating ${name} from server`,
    ],
  ])('says that updating failed when the host %s', async (_, answer, message) => {
    holdRecord();
    remote.host.on(update, (_call, response) => answer ?? void response.destroy());
    await remote.visitor.open(`/${entity}/edit/5`);
    await remote.visitor.press('Save', changed);
    expect(remote.visitor.page.getByRole('alert').textContent).toBe(`There is a problem${message}`);
  });

  it('sends no field that the form does not declare', async () => {
    holdRecord();
    const { visitor } = remote;
    await visitor.open(`/${entity}/edit/5`);
    await visitor.press('Save', changed, {
      uid: '9',
      user: 'root',
      user_password: 'x',
      uextra: '1',
    });
    const [{ fields }] = take(remote.host.to(update), 1);
    expect(fields).toMatchObject({ uid: '5', user: 'ann' });
    expect(Object.keys(fields).sort()).toEqual(['uid', 'user', ...Object.keys(form.posted)].sort());
  });

  it('asks before it deletes, and shows the refusal of the host', async () => {
    holdRecord();
    const { visitor } = remote;
    await visitor.open(`/delete/${entity}/5?list=page%3D2`);
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe(`Delete ${called}?`);
    expect(visitor.title).toBe(`Delete ${name}`);
    expect(remote.host.to(`${entity}/delete`)).toEqual([]);
    remote.host.on(`${entity}/delete`, () => refusal('It is in use'));
    await visitor.press('Delete');
    expect(visitor.page.getByRole('status').textContent).toBe('It is in use');
    expect(visitor.url).toBe(`${remote.panel.url}${form.list}?page=2`);
    expect(remote.host.to(`${entity}/delete`).map(({ fields }) => fields)).toEqual([{ uid: '5' }]);
    remote.host.on(`${entity}/delete`, (_call, response) => void response.destroy());
    await visitor.open(`/delete/${entity}/5`);
    await visitor.press('Delete');
    expect(visitor.page.getByRole('status').textContent).toBe(
      `An error occured when deleting ${name} from server`,
    );
  });

  it('deletes the record, adds an audit entry, and shows a message on the list as it was', async () => {
    holdRecord();
    remote.host.on(`${entity}/delete`, () => envelope(null));
    const { visitor } = remote;
    await visitor.open(`/delete/${entity}/5?list=size%3D50`);
    remote.host.calls.length = 0;
    await visitor.press('Delete');
    expect(visitor.url).toBe(`${remote.panel.url}${form.list}?size=50`);
    expect(visitor.page.getByRole('status').textContent).toBe(
      `The ${name} has been successfully deleted!`,
    );
    await expect.poll(() => actions()).toEqual(['Delete', 'View']);
  });
});

describe('the form of a user', () => {
  it.each(['ann', 'ann@', '@study.example', 'a b@study.example'])(
    'refuses an invalid email address: %s',
    async (Email) => {
      const { visitor } = remote;
      await visitor.open('/user/add');
      await visitor.press('Save', { Email });
      expect(
        visitor.page.getByRole('link', { name: 'Please enter a valid email address' }),
      ).toBeTruthy();
      expect(remote.host.to('user/update')).toEqual([]);
    },
  );
});

describe('a failure of the host', () => {
  const entries = () =>
    remote.host.to('log/update').map(({ fields }) => [fields.uaction, fields.uexception]);

  it('to load, save or delete a record leaves an entry in the log, without what was typed', async () => {
    const { visitor } = remote;
    for (const path of ['color/id/5', 'color/update', 'color/delete'])
      remote.host.on(path, () => 'text');
    await visitor.open('/color/edit/5');
    await expect.poll(entries).toEqual([['View', 'unreadable']]);
    await visitor.open('/color/add');
    await visitor.press('Save', { Name: 'Secret', Color: '#fff', Status: 'Active' });
    await visitor.open('/delete/color/5');
    await visitor.press('Delete');
    await expect.poll(entries).toEqual([
      ['View', 'unreadable'],
      ['Add', 'unreadable'],
      ['Delete', 'unreadable'],
    ]);
    expect(JSON.stringify(remote.host.to('log/update'))).not.toContain('Secret');
  });
});

describe('a deletion that is sent twice', () => {
  const deletes = () => remote.host.to('color/delete');
  beforeEach(() => remote.host.on('color/id/5', () => envelope([{ color_id: 5 }])));

  it('reaches the host once, and is reported as successful', async () => {
    remote.host.on('color/delete', () =>
      deletes().length > 1 ? refusal('The specified color could not be found') : envelope(null),
    );
    const { visitor } = remote;
    await visitor.open('/delete/color/5');
    const body = visitor.getBody('Delete');
    const post = () => visitor.request('/delete/color/5', { method: 'POST', body });
    await Promise.all([post(), post()]);
    await visitor.open('/delete/color/5', { method: 'POST', body });
    expect(visitor.page.getByRole('status').textContent).toBe(
      'The color has been successfully deleted!',
    );
    expect(deletes()).toHaveLength(1);
  });

  it('reaches the host again after a failure, and for another record', async () => {
    remote.host.on('color/delete', (_call, response) => void response.destroy());
    const { visitor } = remote;
    await visitor.open('/delete/color/5');
    const body = visitor.getBody('Delete');
    await visitor.request('/delete/color/5', { method: 'POST', body });
    remote.host.on('color/delete', () => envelope(null));
    await visitor.request('/delete/color/5', { method: 'POST', body });
    await visitor.request('/delete/color/6', { method: 'POST', body });
    expect(deletes().map(({ fields }) => fields.uid)).toEqual(['5', '5', '6']);
  });
});

describe('deletions of records without a form', () => {
  it('are possible for an entry of the SMS history', async () => {
    remote.host.on('sms-history/list', () => envelope([{ sms_history_id: 5 }]));
    remote.host.on('sms-history/delete', () => envelope(null));
    const { visitor } = remote;
    await visitor.open('/delete/sms-history/5');
    await visitor.press('Delete');
    expect(remote.host.to('sms-history/delete').map(({ fields }) => fields)).toEqual([
      { uid: '5' },
    ]);
    expect(visitor.page.getByRole('status').textContent).toBe(
      'The SMS history entry has been successfully deleted!',
    );
  });

  it.each([
    'phone',
    'data-dictionary',
    'study-followup',
    'study-resource',
    'participant',
    'nonsense',
  ])('are refused for a %s', async (entity) => {
    const { visitor } = remote;
    await visitor.open(`/delete/${entity}/5`, { method: 'POST', body: new URLSearchParams() });
    expect(visitor.url).toBe(`${remote.panel.url}/home`);
    expect(remote.host.to(`${entity}/delete`)).toEqual([]);
  });
});
