import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({}, { shared: true });

describe('an SMS message, whichever of the two names of each field a host uses', () => {
  const app = {
    SMSMessage_id: 5,
    SMSMessage_name: 'Your visit is tomorrow',
    SMSMessage_code: '260',
  };
  const listed = { sms_id: 5, sms_content: 'Your visit is tomorrow', sms_description: '260' };
  const cases = [
    ['SMSMessage_…', app],
    ['sms_…', listed],
    ['both', { ...app, ...listed }],
    ['both, one of them empty', { ...app, sms_id: null, sms_content: null, sms_description: '' }],
  ] as const;

  it.each(cases)('is listed: %s', async (_, row) => {
    remote.host.on('sms-message/list', () => envelope([{ ...row, c_status: 'Active' }]));
    const { visitor } = remote;
    await visitor.open('/sms-messages');
    const link = visitor.page.getByRole('link', { name: 'Your visit is tomorrow' });
    expect(link.getAttribute('href')).toBe('/sms-message/edit/5');
    expect(visitor.page.getAllByText('260').length).toBeGreaterThan(0);
    expect(
      visitor.page
        .getByRole('link', { name: 'Delete Your visit is tomorrow' })
        .getAttribute('href'),
    ).toBe('/delete/sms-message/5');
  });

  it.each(cases)('is loaded and saved: %s', async (_, row) => {
    remote.host.on('sms-message/id/5', () => envelope([{ ...row, c_status: 'Active' }]));
    await remote.visitor.open('/sms-message/edit/5');
    await remote.visitor.press('Save', { Status: 'Disabled' });
    expect(remote.host.to('sms-message/update').map(({ fields }) => fields)).toEqual([
      { uid: '5', uname: 'Your visit is tomorrow', ucode: '260', ustatus: '2', user: 'ann' },
    ]);
  });

  it.each([{ SMSMessage_id: 41 }, { sms_id: '41' }])(
    'leads to its edit page when the host answers %j',
    async (saved) => {
      remote.host.on('sms-message/update', () => envelope([saved]));
      await remote.visitor.open('/sms-message/add');
      await remote.visitor.press('Save', { Name: 'x', 'Phone code': '1', Status: 'Active' });
      expect(remote.visitor.url).toBe(`${remote.panel.url}/sms-message/edit/41`);
    },
  );
});

describe('the category of an SMS phone', () => {
  const categories = [
    { sms_cat_id: 3, sms_cat_name: 'Reminders' },
    { sms_cat_id: '4', sms_cat_name: 'News' },
    { sms_cat_id: 5, sms_cat_name: '' },
  ];
  const phone = { sms_phone_id: 5, sms_phone_name: 'Chipo', sms_phone_number: '1', c_status: 1 };

  it('closes the form when the categories cannot be loaded', async () => {
    remote.host.on('sms-category/list', (_call, response) => void response.destroy());
    const { visitor } = remote;
    await visitor.open('/sms-phone/add');
    expect(visitor.page.getByRole('alert').textContent).toContain(
      'An error occured when loading category from server',
    );
    expect(visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('is one of the categories of the host', async () => {
    remote.host.on('sms-category/list', () => envelope(categories));
    const { visitor } = remote;
    await visitor.open('/sms-phone/add');
    const select = visitor.page.getByLabelText('Category') as HTMLSelectElement;
    expect([...select.options].map(({ text }) => text)).toEqual(['Choose…', 'News', 'Reminders']);
    defined(select.options[1]).value = '99';
    await visitor.press('Save', { Name: 'x', Number: '1', Category: 'News', Status: 'Active' });
    expect(visitor.page.getByRole('alert').textContent).toContain('Category is not in the list');
    expect(remote.host.to('sms-phone/update')).toEqual([]);
  });

  it.each([
    { sms_cat_id: 3 },
    { sms_phone_category: '3' },
    { sms_cat_name: 'Reminders' },
    { sms_cat_id: '', sms_phone_category: null, sms_cat_name: 'reminders' },
  ])('is sent as its id when the host’s row has %j', async (named) => {
    remote.host.on('sms-category/list', () => envelope(categories));
    remote.host.on('sms-phone/id/5', () => envelope([{ ...phone, ...named }]));
    await remote.visitor.open('/sms-phone/edit/5');
    await remote.visitor.press('Save');
    expect(defined(remote.host.to('sms-phone/update')[0]).fields.ucategory).toBe('3');
  });
});

describe('Send Messages', () => {
  const categories = [{ sms_cat_id: 3, sms_cat_name: 'Reminders' }];

  it('is closed to visitors who are not signed in', async () => {
    const reply = await fetch(`${remote.panel.url}/send-messages`, {
      method: 'POST',
      redirect: 'manual',
    });
    expect(reply.headers.get('location')).toBe('/login');
  });

  it.each([
    [undefined, 'An error occured when loading SMS categories from server'],
    ['text', 'Unable to process server response from server'],
    [refusal('Closed'), 'Closed'],
  ])(
    'has no Send button when the host answers the call for categories with %j',
    async (answer, message) => {
      remote.host.on('sms-category/list', (_call, response) => answer ?? void response.destroy());
      await remote.visitor.open('/send-messages');
      expect(remote.visitor.page.getByRole('alert').textContent).toContain(message);
      expect(remote.visitor.page.queryByRole('button', { name: 'Send' })).toBeNull();
    },
  );

  it('asks for the category', async () => {
    remote.host.on('sms-category/list', () => envelope(categories));
    const { visitor } = remote;
    await visitor.open('/send-messages');
    await visitor.press('Send');
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('link', { name: 'Category is required' })).toBeTruthy();
  });

  it('says that sending started and that the panel sends nothing itself, and asks only for the categories', async () => {
    remote.host.on('sms-category/list', () => envelope(categories));
    const { visitor } = remote;
    await visitor.open('/send-messages');
    expect(visitor.page.getByText(/the panel itself sends no messages/)).toBeTruthy();
    await visitor.press('Send', { Category: 'Reminders' });
    expect(visitor.url).toBe(`${remote.panel.url}/send-messages`);
    expect(visitor.page.getByRole('status').textContent).toBe(
      'Sending of the messages has started',
    );
    expect(new Set(remote.host.calls.map(({ path }) => path))).toEqual(
      new Set(['audit/update', 'sms-category/list']),
    );
  });
});
