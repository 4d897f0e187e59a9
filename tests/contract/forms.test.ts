import { describe, expect, it } from 'vitest';
import { envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';

const remote = remotePanel();

interface FormCase {
  noun: string;
  plural: string;
  list: string;
  /** A record as the host answers `{noun}/id/5`. */
  record: Record<string, unknown>;
  /** What a person fills in, by label. */
  typed: Record<string, string>;
  /** What must be posted for it, besides `uid` and `user`. */
  posted: Record<string, string>;
  /** The messages of the empty form, in the order of the fields. */
  required: string[];
  readOnly?: string;
}

const forms: FormCase[] = [
  {
    noun: 'user',
    plural: 'Users',
    list: '/users',
    record: { ...ann, user_id: 5, user_phone: '+260970000001', u_status: 'Disabled' },
    typed: {
      Username: 'bwalya',
      'First name': 'Bwalya',
      'Last name': 'Phiri',
      Phone: '+260970000002',
      Email: 'bwalya@study.example',
      Role: 'Researcher',
      Status: 'Active',
    },
    posted: {
      uname: 'bwalya',
      ufname: 'Bwalya',
      ulname: 'Phiri',
      uphone: '+260970000002',
      uemail: 'bwalya@study.example',
      urole: '2',
      ustatus: '1',
    },
    required: [
      'Username is required',
      'First name is required',
      'Last name is required',
      'Email is required',
      'Role is required',
      'Status is required',
    ],
    readOnly: 'Username',
  },
  {
    noun: 'country',
    plural: 'Countries',
    list: '/countries',
    record: { country_id: '5', country_name: 'Zambia', country_code: 260, c_status: 1 },
    typed: { Name: 'Malawi', 'Phone code': '+265', Status: 'Disabled' },
    posted: { uname: 'Malawi', ucode: '+265', ustatus: '2' },
    required: ['Name is required', 'Phone code is required', 'Status is required'],
  },
  {
    noun: 'color',
    plural: 'Colors',
    list: '/colors',
    record: { color_id: 5, color_name: 'Teal', color_code: '#0B6B63', c_status: 'Active' },
    typed: { Name: 'Leaf', Color: '#1B7F5C', Status: 'Active' },
    posted: { uname: 'Leaf', ucode: '#1B7F5C', ustatus: '1' },
    required: ['Name is required', 'Color is required', 'Status is required'],
  },
  {
    noun: 'notification',
    plural: 'Notifications',
    list: '/notifications',
    record: {
      notification_id: 5,
      notification_type: 'Public',
      notification_title: 'Hello',
      notification_body: 'Body',
      notification_description: 'Why',
    },
    typed: { Type: 'Peer Navigator', Title: 'Training', Body: 'On Monday', Description: 'Monthly' },
    posted: {
      utype: 'Peer Navigator',
      utitle: 'Training',
      ubody: 'On Monday',
      udescription: 'Monthly',
    },
    required: [
      'Type is required',
      'Title is required',
      'Body is required',
      'Description is required',
    ],
  },
];

const hostile = `<script>alert(1)</script>' OR 1=1 --"&é🙂`;

describe.each(forms)('the form of a $noun', (form) => {
  const { noun } = form;
  const update = `${noun}/update`;
  const key = Object.keys(form.record).find((field) => field.endsWith('_id')) ?? '';

  function holdRecord() {
    remote.host.on(`${noun}/id/5`, () => envelope([form.record]));
  }

  it('names every missing field in a summary that links to it, and saves nothing', async () => {
    const { visitor } = remote;
    await visitor.open(`/${noun}/add`);
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

  it('asks for each field that is missing alone, and keeps the others', async () => {
    const { visitor } = remote;
    for (const message of form.required) {
      const label = message.replace(' is required', '');
      const { [label]: _left, ...others } = form.typed;
      await visitor.open(`/${noun}/add`);
      await visitor.press('Save', others);
      expect(visitor.page.getByRole('alert').textContent).toBe(`There is a problem${message}`);
      for (const [name, value] of Object.entries(others)) expect(shownValue(name)).toBe(value);
    }
    expect(remote.host.to(update)).toEqual([]);
  });

  it('refuses an over-long text and keeps what was typed', async () => {
    const { visitor } = remote;
    const label =
      Object.keys(form.typed).find(
        (name) => ['Name', 'Title', 'First name', 'Phone code'].includes(name) && name !== 'Name',
      ) ?? 'Name';
    await visitor.open(`/${noun}/add`);
    await visitor.press('Save', { ...form.typed, [label]: 'x'.repeat(6_000) });
    expect(visitor.page.getByRole('alert').textContent).toMatch(
      /must be [\d,]+ characters or fewer/,
    );
    expect(shownValue(label)).toHaveLength(6_000);
  });

  it.each([
    ['is down', () => undefined, 'An error occured when adding NOUN. Please try again'],
    [
      'answers a text',
      () => 'saved',
      'Unable to process server response for adding NOUN from server',
    ],
    ['refuses', () => refusal('It exists already'), 'It exists already'],
    [
      'refuses without a word',
      () => refusal(''),
      'An error occured when adding NOUN. Please try again',
    ],
  ])('keeps everything when the host %s', async (_, answer, message) => {
    remote.host.on(update, (_call, response) => answer() ?? void response.destroy());
    const { visitor } = remote;
    await visitor.open(`/${noun}/add`);
    await visitor.press('Save', form.typed);
    expect(visitor.page.getByRole('alert').textContent).toContain(message.replace('NOUN', noun));
    for (const [name, value] of Object.entries(form.typed)) expect(shownValue(name)).toBe(value);
    expect(remote.host.to('send-fcm-topic-message')).toEqual([]);
  });

  it('is disabled, without a Save button, for a record that cannot be loaded', async () => {
    remote.host.on(`${noun}/id/5`, () => refusal(`The specified ${noun} '5' could not be found`));
    const { visitor } = remote;
    await visitor.open(`/${noun}/edit/5`);
    expect(visitor.page.getByRole('alert').textContent).toContain(
      `The specified ${noun} '5' could not be found`,
    );
    expect(visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
    remote.host.on(`${noun}/id/5`, () => 'text');
    await visitor.open(`/${noun}/edit/5`);
    expect(visitor.page.getByRole('alert').textContent).toContain(
      'Unable to process server response from server',
    );
  });

  it('does not save into a record that has vanished meanwhile', async () => {
    holdRecord();
    const { visitor } = remote;
    await visitor.open(`/${noun}/edit/5`);
    remote.host.on(`${noun}/id/5`, () => refusal(`The specified ${noun} '5' could not be found`));
    await visitor.press('Save');
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('alert').textContent).toContain('could not be found');
    expect(remote.host.to(update)).toEqual([]);
  });

  it('posts an addition in the host’s own field names, and leads to the edit page of what it made', async () => {
    remote.host.on(update, () => envelope([{ [key]: 41, user_password: 'hash-of-the-new-one' }]));
    remote.host.on(`${noun}/id/41`, () => envelope([{ ...form.record, [key]: 41 }]));
    const { visitor } = remote;
    await visitor.open(`/${noun}/add?list=page%3D2`);
    await visitor.press('Save', form.typed);
    expect(remote.host.to(update).map(({ fields }) => fields)).toEqual([
      { uid: '0', ...form.posted, user: 'ann' },
    ]);
    expect(visitor.url).toBe(`${remote.panel.url}/${noun}/edit/41?list=page%3D2`);
    expect(visitor.page.getByRole('status').textContent).toContain(
      noun === 'notification'
        ? 'The notification has been sent successfully!'
        : `The ${noun} has been successfully saved!`,
    );
    expect(
      visitor.page.getByRole('link', { name: `Back to ${form.plural}` }).getAttribute('href'),
    ).toBe(`${form.list}?page=2`);
    expect(remote.host.to('audit/update').map(({ fields }) => fields.uaction)).toEqual([
      'View',
      'Add',
      'View',
    ]);
    expect(visitor.html).not.toContain('hash-of-the-new-one');
  });

  it('leads to the list when the host does not say what it made', async () => {
    remote.host.on(update, () => envelope(null));
    await remote.visitor.open(`/${noun}/add`);
    await remote.visitor.press('Save', form.typed);
    expect(new URL(remote.visitor.url).pathname).toBe(form.list);
  });

  it('loads a record, and posts it back unchanged but for what was typed', async () => {
    holdRecord();
    const { visitor } = remote;
    await visitor.open(`/${noun}/edit/5`);
    const { [form.readOnly ?? '']: _fixed, ...typed } = form.typed;
    if (form.readOnly)
      expect(visitor.page.getByLabelText(form.readOnly)).toHaveProperty('readOnly', true);
    await visitor.press('Save', typed);
    const [{ fields }] = remote.host.to(update);
    expect(fields).toEqual({
      uid: '5',
      ...form.posted,
      ...(noun === 'user' ? { uname: 'ann' } : {}),
      user: 'ann',
    });
    expect(visitor.page.getByRole('status').textContent).toContain(
      `The ${noun} has been successfully saved!`,
    );
    expect(remote.host.to('audit/update').map(({ fields: entry }) => entry.uaction)).toEqual([
      'View',
      'Update',
      'View',
    ]);
    expect(remote.host.to('send-fcm-topic-message')).toEqual([]);
  });

  it('says that updating failed when the host is down', async () => {
    holdRecord();
    remote.host.on(update, (_call, response) => void response.destroy());
    await remote.visitor.open(`/${noun}/edit/5`);
    const { [form.readOnly ?? '']: _fixed, ...typed } = form.typed;
    await remote.visitor.press('Save', typed);
    expect(remote.visitor.page.getByRole('alert').textContent).toContain(
      `An error occured when Updating ${noun}. Please try again`,
    );
  });

  it('takes no field that it does not declare', async () => {
    remote.host.on(update, () => envelope(null));
    const { visitor } = remote;
    await visitor.open(`/${noun}/add`);
    await visitor.open(`/${noun}/add`, {
      method: 'POST',
      body: new URLSearchParams({ uid: '9', user: 'root', user_password: 'x', urole: '1' }),
    });
    expect(remote.host.to(update)).toEqual([]);
  });

  it('asks before it deletes, and shows the refusal of the host', async () => {
    holdRecord();
    const { visitor } = remote;
    await visitor.open(`/delete/${noun}/5?list=page%3D2`);
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe(`Delete ${noun}?`);
    expect(remote.host.to(`${noun}/delete`)).toEqual([]);
    remote.host.on(`${noun}/delete`, () => refusal('It is in use'));
    remote.host.on(form.list.slice(1), () => envelope([]));
    await visitor.press('Delete');
    expect(visitor.page.getByRole('status').textContent).toContain('It is in use');
    expect(remote.host.to(`${noun}/delete`).map(({ fields }) => fields)).toEqual([{ uid: '5' }]);
    remote.host.on(`${noun}/delete`, (_call, response) => void response.destroy());
    await visitor.open(`/delete/${noun}/5`);
    await visitor.press('Delete');
    expect(visitor.page.getByRole('status').textContent).toContain(
      `An error occured when deleting ${noun} from server`,
    );
  });

  it('deletes, audits, and says so on the list as it was', async () => {
    holdRecord();
    remote.host.on(`${noun}/delete`, () => envelope(null));
    const { visitor } = remote;
    await visitor.open(`/delete/${noun}/5?list=size%3D50`);
    remote.host.calls.length = 0;
    await visitor.press('Delete');
    expect(visitor.url).toBe(`${remote.panel.url}${form.list}?size=50`);
    expect(visitor.page.getByRole('status').textContent).toContain(
      `The ${noun} has been successfully deleted!`,
    );
    expect(remote.host.to('audit/update').map(({ fields }) => fields.uaction)).toEqual([
      'Delete',
      'View',
    ]);
  });
});

describe('texts that try to be something else', () => {
  it('are saved as they are and drawn as text', async () => {
    remote.host.on('color/update', () => envelope([{ color_id: 41 }]));
    remote.host.on('color/id/41', () =>
      envelope([{ color_name: hostile, color_code: 'red;}</style><script>', c_status: hostile }]),
    );
    remote.host.on('color/list', () =>
      envelope([{ color_id: 41, color_name: hostile, color_code: 'url(javascript:alert(1))' }]),
    );
    const { visitor } = remote;
    await visitor.open('/color/add');
    await visitor.press('Save', { Name: hostile, Color: '#fff', Status: 'Active' });
    expect(remote.host.to('color/update')[0].fields.uname).toBe(hostile);
    expect(visitor.page.getByLabelText('Name')).toHaveProperty('value', hostile);
    expect(visitor.html).not.toContain('<script>alert');
    await visitor.open('/colors');
    expect(visitor.page.getByRole('link', { name: hostile })).toBeTruthy();
    expect(visitor.html).not.toContain('<script>alert');
    expect(visitor.html).not.toContain('style="background-color:url');
  });

  it('of a message of the host are drawn as text', async () => {
    remote.host.on('color/list', () => refusal(hostile));
    await remote.visitor.open('/colors');
    expect(remote.visitor.page.getByRole('alert').textContent).toContain(hostile);
    expect(remote.visitor.html).not.toContain('<script>alert');
  });
});

describe('a choice that is in no list', () => {
  it('survives an edit that does not touch it', async () => {
    remote.host.on('country/id/5', () =>
      envelope([{ country_id: 5, country_name: 'Zaïre', country_code: '243', c_status: 'Active' }]),
    );
    remote.host.on('country/update', () => envelope(null));
    await remote.visitor.open('/country/edit/5');
    await remote.visitor.press('Save', { 'Phone code': '+243' });
    expect(remote.host.to('country/update')[0].fields).toMatchObject({
      uname: 'Zaïre',
      ucode: '+243',
    });
  });
});

describe('a new notification', () => {
  const typed = { Type: 'Public', Title: 'Hello', Body: 'World', Description: 'Test' };

  it('sends its topic message before its edit page shows', async () => {
    remote.host.on('notification/update', () =>
      envelope([
        {
          notification_id: 41,
          notification_title: 'Hello',
          notification_body: 'World',
          notification_type: 'Public',
        },
      ]),
    );
    remote.host.on(
      'send-fcm-topic-message',
      (_call, response) => void response.end('projects/x/messages/1'),
    );
    await remote.visitor.open('/notification/add');
    await remote.visitor.press('Save', typed);
    expect(remote.host.to('send-fcm-topic-message').map(({ fields }) => fields)).toEqual([
      { topic: 'study', title: 'Hello', body: 'World', type: 'Public' },
    ]);
    const order = remote.host.calls
      .map(({ path }) => path)
      .filter((path) => !path.startsWith('audit'));
    expect(order).toEqual(['notification/update', 'send-fcm-topic-message', 'notification/id/41']);
  });

  it('is kept, and the failure said, when the message cannot be sent', async () => {
    remote.host.on('notification/update', () => envelope([{ notification_id: 41 }]));
    remote.host.on('send-fcm-topic-message', (_call, response) => void response.destroy());
    await remote.visitor.open('/notification/add');
    await remote.visitor.press('Save', typed);
    expect(remote.visitor.url).toBe(`${remote.panel.url}/notification/edit/41`);
    expect(remote.visitor.page.getByRole('status').textContent).toContain(
      'An error occured when sending notification',
    );
  });
});

/** What the page shows for a label: an input's value, or the words of the chosen option. */
function shownValue(label: string): string {
  const { document } = remote.visitor;
  const radio = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')].find(
    (input) => input.closest('fieldset')?.querySelector('legend')?.textContent?.startsWith(label),
  );
  if (radio) return radio.closest('label')?.textContent ?? '';
  const input = [
    ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select, textarea'),
  ].find((element) =>
    [...(element.labels ?? [])].some((text) => text.textContent?.trim().startsWith(label)),
  );
  if (!input) throw new Error(`nothing is labelled ${label}`);
  return 'options' in input ? (input.options[input.selectedIndex]?.text ?? '') : input.value;
}
