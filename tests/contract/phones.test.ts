import { beforeEach, describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { hostFile, readCsv } from '../support/csv-file';
import { exportFull } from '../support/full-export';
import { findOpaqueAddress } from '../support/opaque-address';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { take } from '../support/take';
import type { Visitor } from '../support/visitor';

const remote = remotePanel({}, { shared: true });

const NUMBER = '+260970000001';
const PARTICIPANT = '+260970000002';
const page = '/phone/participants/%2B260970000001';
const links = 'peer/list/participant/%2B260970000001';

/** Returns so many phones of participants. */
const makePhones = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    phone_number: `+2609800${String(index).padStart(5, '0')}`,
    phone_name: `Phone ${index + 1}`,
  }));

const phone = {
  phone_id: '9',
  phone_name: 'Chanda',
  phone_number: NUMBER,
  phone_status: 2,
  p_status: 'Peer Navigator',
  n_participants: 4,
  phone_email: null,
  p_source: 'Android',
};

const link = {
  part_id: 31,
  part_peer: NUMBER,
  part_number: PARTICIPANT,
  part_createuser: 'root',
  part_createdate: '2024-03-05 10:00:00',
  phone_name: 'Mutale',
  phone_number: PARTICIPANT,
  phone_color: '#1B7F5C',
  p_status: 'Participant',
  phone_token: 'a-token-of-the-phone',
};

/** Returns a description of an audit entry, with the opaque ids of the two phones. */
async function insertOpaqueIds(visitor: Visitor, description: string): Promise<string> {
  const find = async (number: string) => {
    const path = `/phone/edit/${encodeURIComponent(number)}`;
    return defined((await findOpaqueAddress(visitor, path)).split('/').at(-1));
  };
  return description
    .replace('NUMBER', await find(NUMBER))
    .replace('PARTICIPANT', await find(PARTICIPANT));
}

describe('the phones list', () => {
  it.each([
    [2, true],
    ['2', true],
    [' 4 ', true],
    [4, true],
    [1, false],
    ['3', false],
    [24, false],
    ['Peer Navigator', false],
    [null, false],
    [undefined, false],
  ])(
    'leads from a phone with the phone_status %j to its participants: %s',
    async (phone_status, leads) => {
      remote.host.on('phone/list', () => envelope([{ ...phone, phone_status, p_status: null }]));
      await remote.visitor.open('/phones');
      const [count] = take(remote.visitor.page.getAllByText('4', { selector: 'td *, td' }), 1);
      expect(count.getAttribute('href')).toBe(
        leads ? await findOpaqueAddress(remote.visitor, page) : null,
      );
    },
  );
});

describe('a phone whose type the host sends', () => {
  const types = ['Public', 'Peer Navigator', 'Participant', 'Moderator'];
  const typeShown = () => defined(remote.visitor.page.getAllByRole('row').at(-1)).textContent;

  it.each([
    ['a number alone', { phone_status: 2, p_status: undefined }, 'Peer Navigator', true],
    ['a number as text and no word', { phone_status: '4', p_status: '' }, 'Moderator', true],
    ['a known number and a word', { phone_status: 3, p_status: 'Client' }, 'Participant', false],
    ['a word alone', { phone_status: null, p_status: 'Peer Navigator' }, 'Peer Navigator', true],
    ['a word in lower case', { phone_status: '', p_status: 'moderator' }, 'Moderator', true],
    ['a word and number of its own', { phone_status: 9, p_status: 'Robot' }, 'Robot', false],
  ])(
    'as %s is shown and found by its type, and links to its participants if the type has any',
    async (_how, sent, type, leads) => {
      const { visitor } = remote;
      remote.host.on('phone/list', () =>
        envelope([
          { ...phone, ...sent },
          { ...phone, phone_number: '+1', ...other(type) },
        ]),
      );
      await visitor.open(`/phones?p_status=${encodeURIComponent(type)}`);
      expect(visitor.page.getByText('1–1 of 1')).toBeTruthy();
      expect(typeShown()).toContain(type);
      const [count] = take(visitor.page.getAllByText('4', { selector: 'td *, td' }), 1);
      expect(count.getAttribute('href')).toBe(
        leads ? await findOpaqueAddress(visitor, page) : null,
      );
    },
  );

  function other(type: string) {
    return { phone_status: type === 'Public' ? 2 : 1, p_status: undefined };
  }

  it('as a number has the name of its type in the export, and in the list of linked participants', async () => {
    const { host, visitor } = remote;
    host.on('phone/list', () =>
      envelope([1, 2, 3, 4].map((phone_status) => ({ phone_number: '+1', phone_status }))),
    );
    await exportFull(visitor, '/phones?cols=p_status');
    const exported = JSON.parse(defined(defined(host.to('downloadJson')[0]).fields.ujson));
    expect(exported).toEqual(types.map((Status) => ({ Status })));

    host.on(links, () => envelope([{ ...link, p_status: null, phone_status: 3 }]));
    await visitor.open(`${page}?p_status=Participant`);
    expect(visitor.page.getByText('1–1 of 1')).toBeTruthy();
    expect(typeShown()).toContain('Participant');
  });

  it('as a word has its type chosen in its form', async () => {
    remote.host.on('phone/number/%2B260970000001', () =>
      envelope([{ ...phone, phone_status: undefined }]),
    );
    await remote.visitor.open('/phone/edit/%2B260970000001');
    expect(remote.visitor.shownValue('Type')).toBe('Peer Navigator');
  });
});

describe('the form of a phone', () => {
  const path = '/phone/edit/%2B260970000001';
  const load = 'phone/number/%2B260970000001';

  it('is disabled for a number that the host does not know', async () => {
    remote.host.on(load, () => refusal(`The specified phone '${NUMBER}' could not be found`));
    await remote.visitor.open(path);
    expect(remote.visitor.page.getByRole('alert').textContent).toContain('could not be found');
    expect(remote.visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('asks for the type, and accepts only the four types', async () => {
    remote.host.on(load, () => envelope([{ ...phone, phone_status: null, p_status: null }]));
    const { visitor } = remote;
    await visitor.open(path);
    await visitor.press('Save');
    expect(visitor.page.getByRole('alert').textContent).toBe('There is a problemType is required');
    await visitor.open(path);
    await visitor.press('Save', {}, { phone_status: '5' });
    expect(visitor.page.getByRole('alert').textContent).toContain('Type is not in the list');
    expect(remote.host.to('phone/update')).toEqual([]);
  });

  it('shows the other fields and lets nobody change them', async () => {
    remote.host.on(load, () => envelope([phone]));
    const { visitor } = remote;
    await visitor.open(path);
    for (const text of ['Chanda', NUMBER, 'Android'])
      expect(visitor.page.getAllByText(text).length).toBeGreaterThan(0);
    const inputs = [...visitor.document.querySelectorAll('#record input:not([type=hidden])')];
    expect([...new Set(inputs.map((input) => input.getAttribute('name')))]).toEqual([
      'phone_status',
    ]);
    expect(
      visitor.page.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent),
    ).toEqual(['Public', 'Peer Navigator', 'Participant', 'Moderator']);
  });

  it('posts the number and the type, and nothing else', async () => {
    remote.host.on(load, () => envelope([phone]));
    const { visitor } = remote;
    await visitor.open(path);
    remote.host.on('phone/update', () => envelope([{ ...phone, phone_status: 4 }]));
    await visitor.press('Save', { Type: 'Moderator' }, { phone_name: 'Eve', uname: 'Eve' });
    expect(remote.host.to('phone/update').map(({ fields }) => fields)).toEqual([
      { uid: NUMBER, ustatus: '4', user: 'ann' },
    ]);
    expect(visitor.url).toBe(remote.panel.url + (await findOpaqueAddress(visitor, path)));
    expect(visitor.page.getByRole('status').textContent).toBe(
      'The phone has been successfully saved!',
    );
  });

  it.each([
    [undefined, 'An error occured when Updating phone. Please try again'],
    ['text', 'Unable to process server response for Updating phone from server'],
  ])('keeps the choice when the host answers %j', async (answer, message) => {
    remote.host.on(load, () => envelope([phone]));
    remote.host.on('phone/update', (_call, response) => answer ?? void response.destroy());
    await remote.visitor.open(path);
    await remote.visitor.press('Save', { Type: 'Public' });
    expect(remote.visitor.page.getByRole('alert').textContent).toContain(message);
    expect(remote.visitor.shownValue('Type')).toBe('Public');
  });

  it('does not exist for adding a phone: /phone/add leads home', async () => {
    await remote.visitor.open('/phone/add');
    expect(remote.visitor.url).toBe(`${remote.panel.url}/home`);
  });
});

describe('the participants of a phone', () => {
  beforeEach(() => remote.host.on('phone/number/%2B260970000001', () => envelope([phone])));

  it('are closed to visitors who are not signed in', async () => {
    for (const path of [page, `${page}/unlink/%2B260970000002`]) {
      for (const method of ['GET', 'POST']) {
        const reply = await fetch(remote.panel.url + path, { method, redirect: 'manual' });
        expect(reply.headers.get('location')).toMatch(/^\/login/);
      }
    }
    expect(remote.host.calls).toEqual([]);
  });

  it('are replaced by the message of the host when it refuses to send them', async () => {
    remote.host.on(links, () => refusal('Unknown phone'));
    await remote.visitor.open(page);
    expect(remote.visitor.page.getByRole('alert').textContent).toContain('Unknown phone');
    expect(remote.visitor.page.getByRole('button', { name: 'Link' })).toBeTruthy();
  });

  it('are listed five a page, without fields that the list does not declare', async () => {
    remote.host.on(links, () =>
      envelope(Array.from({ length: 7 }, (_, index) => ({ ...link, part_id: index + 1 }))),
    );
    const { visitor } = remote;
    await visitor.open(page);
    expect(visitor.page.getByText('1–5 of 7')).toBeTruthy();
    expect(visitor.page.getAllByText('05 March 2024')).not.toHaveLength(0);
    expect(visitor.html).not.toContain('a-token-of-the-phone');
    await visitor.follow('Page 2');
    expect(visitor.url).toBe(`${remote.panel.url}${await findOpaqueAddress(visitor, page)}?page=2`);
    expect(visitor.page.getByText('6–7 of 7')).toBeTruthy();
  });

  it.each([
    ['4', 'Moderator'],
    [1, 'Public'],
    [3, 'Participant'],
  ])(
    'can be viewed and unlinked, but not linked, for a phone of type %s',
    async (phone_status, type) => {
      const { host, visitor } = remote;
      const text = `You can link participants to a peer navigator’s phone only. This phone’s type is ${type}: you can still view its participants and unlink them.`;
      host.on(links, () => envelope([link]));
      await visitor.open(page);
      const body = visitor.getBody('Link', { Participant: PARTICIPANT });

      host.on('phone/number/%2B260970000001', () =>
        envelope([{ ...phone, phone_status, p_status: '' }]),
      );
      await visitor.open(page);
      expect(visitor.page.queryByRole('button', { name: 'Link' })).toBeNull();
      expect(visitor.page.getByText(text)).toBeTruthy();
      expect(visitor.page.getByRole('link', { name: `Unlink ${PARTICIPANT}` })).toBeTruthy();

      await visitor.open(visitor.url, { method: 'POST', body });
      expect(visitor.status).toBe(400);
      expect(visitor.page.getByRole('alert').textContent).toBe(`There is a problem${text}`);
      expect(host.to('peer/add/participant')).toEqual([]);
      await visitor.follow(`Unlink ${PARTICIPANT}`);
      await visitor.press('Unlink');
      expect(host.to('peer/remove/participant')).toHaveLength(1);
    },
  );

  it('are linked to a phone that the host knows as a peer navigator’s', async () => {
    remote.host.on('phone/number/%2B260970000001', () => envelope([phone]));
    await remote.visitor.open(page);
    await remote.visitor.press('Link', { Participant: PARTICIPANT });
    expect(remote.host.to('peer/add/participant')).toHaveLength(1);
  });

  it('are exported to a file whose name identifies nobody', async () => {
    remote.host.on(links, () => envelope([link]));
    remote.host.on('downloadJson', (call, response) => void response.end(hostFile(call)));
    const { visitor } = remote;
    await visitor.open(page);
    const form = visitor.page.getByRole('button', { name: 'Export 1 row' }).closest('form');
    const action = form?.getAttribute('action') ?? '';
    const reply = await exportFull(visitor, action.slice('/export'.length));
    expect(readCsv(await reply.text())).toHaveLength(2);
    expect(reply.headers.get('content-disposition')).toBe(
      'attachment; filename="phone-participants.csv"',
    );
    expect(defined(remote.host.to('downloadJson')[0]).fields.ufilename).toBe('phone-participants');
  });

  it('are chosen from a list of participants’ phones with their names', async () => {
    remote.host.on('phone-participant/list', () =>
      envelope([
        { phone_number: PARTICIPANT, phone_name: 'Mutale', phone_status: 3 },
        { phone_number: '+260970000008', phone_name: '' },
        { phone_number: null, phone_name: 'Nobody' },
      ]),
    );
    const { visitor } = remote;
    await visitor.open(page);
    const select = visitor.page.getByLabelText('Participant') as HTMLSelectElement;
    expect([...select.options].map(({ value, text }) => [value, text])).toEqual([
      ['', 'Choose a phone'],
      [PARTICIPANT, `Mutale, ${PARTICIPANT}`],
      ['+260970000008', '+260970000008'],
    ]);
    await visitor.press('Link');
    expect(visitor.page.getByRole('alert').textContent).toContain('Participant is required');
    await visitor.press('Link', { Participant: `Mutale, ${PARTICIPANT}` });
    expect(defined(remote.host.to('peer/add/participant')[0]).fields.uparticipant).toBe(
      PARTICIPANT,
    );
  });

  it('are searched by the browser if there are too many phones for a list', async () => {
    remote.host.on('phone-participant/list', () => envelope(makePhones(301)));
    const { visitor } = remote;
    await visitor.open(page);
    const input = visitor.page.getByLabelText('Participant') as HTMLInputElement;
    expect(input.tagName).toBe('INPUT');
    expect(input.list?.options).toHaveLength(301);
    expect(input.list?.options[0]?.text).toBe('Phone 1');
  });

  it('can be linked by their number although the choices cannot be loaded', async () => {
    remote.host.on('phone-participant/list', (_call, response) => void response.destroy());
    await remote.visitor.open(page);
    await remote.visitor.press('Link', { Participant: PARTICIPANT });
    expect(remote.host.to('peer/add/participant')).toHaveLength(1);
  });

  it('can be linked by a name that only one of them has', async () => {
    const { host, visitor } = remote;
    host.on('phone-participant/list', () =>
      envelope([
        { phone_number: PARTICIPANT, phone_name: 'Mutale' },
        { phone_number: '+260970000008', phone_name: 'Memory' },
        { phone_number: '+260970000009', phone_name: 'memory' },
        ...makePhones(300),
      ]),
    );
    await visitor.open(page);
    await visitor.press('Link', { Participant: 'memory' });
    expect(visitor.page.getByRole('alert').textContent).toContain(
      'Several participants have this name. Choose one by its number',
    );
    expect(host.to('peer/add/participant')).toEqual([]);
    await visitor.press('Link', { Participant: 'mutale' });
    expect(defined(host.to('peer/add/participant')[0]).fields.uparticipant).toBe(PARTICIPANT);
  });

  it('are not linked without a name', async () => {
    const { visitor } = remote;
    for (const text of ['', '   ']) {
      await visitor.open(page);
      await visitor.press('Link', { Participant: text });
      expect(visitor.status).toBe(400);
      expect(visitor.page.getByRole('alert').textContent).toBe(
        'There is a problemParticipant is required',
      );
    }
    expect(remote.host.to('peer/add/participant')).toEqual([]);
  });

  it.each([
    ['The participant is linked already', () => refusal('The participant is linked already'), []],
    [
      `An error occured when linking ${PARTICIPANT} to ${NUMBER}. Please try again`,
      () => undefined,
      ['Linking phone NUMBER to phone PARTICIPANT of a participant: outcome unknown'],
    ],
    [
      `An error occured when linking ${PARTICIPANT} to ${NUMBER}. Please try again`,
      () => 'text',
      ['Linking phone NUMBER to phone PARTICIPANT of a participant: outcome unknown'],
    ],
    [
      `An error occured when linking ${PARTICIPANT} to ${NUMBER}. Please try again`,
      () => refusal(''),
      [],
    ],
  ])('stay unlinked, and the form says: %s', async (message, answer, entries) => {
    remote.host.on(
      'peer/add/participant',
      (_call, response) => answer() ?? void response.destroy(),
    );
    const { visitor } = remote;
    await visitor.open(page);
    await visitor.press('Link', { Participant: PARTICIPANT });
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('alert').textContent).toBe(`There is a problem${message}`);
    expect(visitor.shownValue('Participant')).toBe(PARTICIPANT);
    const expected = await Promise.all(entries.map((entry) => insertOpaqueIds(visitor, entry)));
    await expect.poll(() => remote.host.entries('Add')).toEqual(expected);
  });

  it('are linked with the phone, the participant and the user', async () => {
    remote.host.on('peer/add/participant', () => envelope([link]));
    const { visitor } = remote;
    await visitor.open(page);
    await visitor.press('Link', { Participant: ` ${PARTICIPANT} ` }, { uuser: 'root' });
    expect(remote.host.to('peer/add/participant')).toHaveLength(1);
    const [call] = take(remote.host.to('peer/add/participant'), 1);
    expect(call.method).toBe('POST');
    expect(call.fields).toEqual({ unumber: NUMBER, uparticipant: PARTICIPANT, uuser: 'ann' });
    expect(visitor.url).toBe(remote.panel.url + (await findOpaqueAddress(visitor, page)));
    expect(visitor.page.getByRole('status').textContent).toContain('successfully saved');
    const entry = 'Linked phone NUMBER to phone PARTICIPANT of a participant';
    const udescription = await insertOpaqueIds(visitor, entry);
    await expect
      .poll(() => remote.host.to('audit/update').map(({ fields }) => fields))
      .toContainEqual(expect.objectContaining({ uaction: 'Add', uusername: 'ann', udescription }));
  });

  it('are unlinked after a confirmation, with their own number and that of the phone', async () => {
    remote.host.on(links, () => envelope([link]));
    const { visitor } = remote;
    await visitor.open(page);
    await visitor.follow(`Unlink ${PARTICIPANT}`);
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe(
      `Unlink ${PARTICIPANT} from ${NUMBER}?`,
    );
    expect(visitor.title).toBe('Unlink participant');
    expect(remote.host.to('peer/remove/participant')).toEqual([]);
    const viewed = 'Viewed Unlink participant: phone PARTICIPANT';
    const expected = await insertOpaqueIds(visitor, viewed);
    await expect.poll(() => remote.host.entries('View')).toContain(expected);
    await visitor.press('Unlink');
    expect(remote.host.to('peer/remove/participant').map(({ fields }) => fields)).toEqual([
      { uparticipant: PARTICIPANT, unumber: NUMBER },
    ]);
    expect(visitor.url).toBe(remote.panel.url + (await findOpaqueAddress(visitor, page)));
    expect(visitor.page.getByRole('status').textContent).toBe(
      'The participant link has been successfully deleted!',
    );
    const entry = 'Unlinked phone NUMBER from phone PARTICIPANT of a participant';
    const description = await insertOpaqueIds(visitor, entry);
    await expect.poll(() => remote.host.entries('Delete')).toEqual([description]);
  });

  it.each([
    ['The participant is not linked', () => refusal('The participant is not linked')],
    ['An error occured when deleting participant from server', () => undefined],
  ])('stay linked when the host fails: %s', async (message, answer) => {
    remote.host.on(links, () => envelope([link]));
    remote.host.on(
      'peer/remove/participant',
      (_call, response) => answer() ?? void response.destroy(),
    );
    const { visitor } = remote;
    await visitor.open(`${page}/unlink/%2B260970000002`);
    await visitor.press('Unlink');
    expect(visitor.page.getByRole('status').textContent).toBe(message);
    expect(visitor.page.getAllByText(PARTICIPANT).length).toBeGreaterThan(0);
  });

  it('are linked and unlinked once, however often the button was pressed', async () => {
    remote.host.on(links, () => envelope([link]));
    const { visitor } = remote;
    for (const [path, button, values, call] of [
      [page, 'Link', { Participant: PARTICIPANT }, 'peer/add/participant'],
      [`${page}/unlink/%2B260970000002`, 'Unlink', {}, 'peer/remove/participant'],
    ] as const) {
      remote.host.on(call, () =>
        remote.host.to(call).length > 1 ? refusal('It is so already') : envelope([link]),
      );
      await visitor.open(path);
      const body = visitor.getBody(button, values);
      await Promise.all([1, 2].map(() => visitor.request(path, { method: 'POST', body })));
      await visitor.open(path, { method: 'POST', body });
      expect(visitor.url).toBe(remote.panel.url + (await findOpaqueAddress(visitor, page)));
      expect(visitor.page.getByRole('status').textContent).toContain('successfully');
      expect(remote.host.to(call)).toHaveLength(1);
    }
  });
});
