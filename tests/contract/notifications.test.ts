import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { savedRecord } from '../support/saved-record';

const typed = { Type: 'Public', Title: 'Hello', Body: 'World', Description: 'Test' };

type Remote = ReturnType<typeof remotePanel>;

/** Sends a notification of a type. Returns the fields of the push messages that the host received. */
async function send({ host, visitor }: Remote, type: string) {
  host.on('notification/update', ({ fields }) =>
    envelope([{ ...savedRecord('notification', fields), notification_id: 41 }]),
  );
  await visitor.open('/notification/add');
  await visitor.press('Save', { ...typed, Type: type });
  return host.to('send-fcm-topic-message').map(({ fields }) => fields);
}

describe('a new notification', () => {
  const remote = remotePanel({}, { oneSession: true });

  it('sends its topic message before its edit page shows', async () => {
    remote.host.on(
      'send-fcm-topic-message',
      (_call, response) => void response.end('projects/x/messages/1'),
    );
    // The first list of a host is requested twice if it is short, because its kind is not known yet.
    await remote.visitor.open('/notifications');
    remote.host.calls.length = 0;
    expect(await send(remote, 'Public')).toEqual([
      { topic: 'Public', title: 'Hello', body: 'World' },
    ]);
    const order = remote.host.calls
      .map(({ path }) => path)
      .filter((path) => !path.startsWith('audit'));
    // The list is read first, to find another notification of this name.
    expect(order).toEqual([
      'notification/list',
      'notification/update',
      'send-fcm-topic-message',
      'notification/id/41',
    ]);
  });

  it.each([
    ['Moderator', 'Moderator'],
    ['Participant', 'Participant'],
    ['Study Panel', 'Study'],
  ])('of type %s goes to the topic %s', async (type, topic) => {
    expect((await send(remote, type)).map((sent) => sent.topic)).toEqual([topic]);
  });

  it('has a form that says who gets each type', async () => {
    const { visitor } = remote;
    await visitor.open('/notification/add');
    const select = visitor.page.getByLabelText('Type');
    const described = select.getAttribute('aria-describedby') ?? '';
    const audiences = visitor.document.getElementById(described);
    expect([...(audiences?.querySelectorAll('dt, dd') ?? [])].map((e) => e.textContent)).toEqual([
      ...['Study Panel', 'All phones'],
      ...['Peer Navigator', 'Cannot be sent: this type has no push topic'],
      ...['Moderator', 'All phones of type Moderator'],
      ...['Participant', 'All phones of type Participant'],
      ...['Public', 'All phones of type Public'],
    ]);
  });

  it('whose type has no topic is refused before it is saved, and keeps what was typed', async () => {
    expect(await send(remote, 'Peer Navigator')).toEqual([]);
    const { host, visitor } = remote;
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('alert').textContent).toBe(
      'There is a problemNothing was saved or sent, because the type “Peer Navigator” has no push topic. Choose another type, or ask the person who runs this panel to name its topic in PUSH_TOPICS',
    );
    expect(visitor.shownValue('Type')).toBe('Peer Navigator');
    expect(visitor.shownValue('Body')).toBe('World');
    expect(host.to('notification/update')).toEqual([]);
    await visitor.press('Save', { Type: 'Moderator' });
    expect(defined(host.to('send-fcm-topic-message')[0]).fields.topic).toBe('Moderator');
  });

  it.each<[string, () => unknown]>([
    ['is cut off', () => undefined],
    ['is a refusal', () => refusal('No push here')],
  ])(
    'stays saved, and the page shows an error, when the answer to the push message %s',
    async (_what, answer) => {
      const { host, visitor } = remote;
      host.on('send-fcm-topic-message', (_call, response) => {
        const value = answer();
        if (value === undefined) response.destroy();
        else response.writeHead(500).end(JSON.stringify(value));
      });
      await send(remote, 'Public');
      expect(visitor.url).toBe(`${remote.panel.url}/notification/edit/41`);
      expect(visitor.page.getByRole('status').textContent).toContain(
        'An error occured when sending notification',
      );
    },
  );

  it('that the host has stored with a type without a topic can be changed, and nothing is sent', async () => {
    const { host, visitor } = remote;
    const stored = {
      notification_id: 5,
      notification_type: 'Peer Navigator',
      notification_title: 'Hello',
      notification_body: 'World',
      notification_description: 'Test',
    };
    host.on('notification/id/5', () => envelope([stored]));
    host.on('notification/update', () => envelope([{ ...stored, notification_body: 'Everybody' }]));
    await visitor.open('/notification/edit/5');
    expect(visitor.page.queryByText('All phones')).toBeNull();
    await visitor.press('Save', { Body: 'Everybody' });
    expect(defined(host.to('notification/update')[0]).fields.ubody).toBe('Everybody');
    expect(host.to('send-fcm-topic-message')).toEqual([]);
  });
});

describe('a new notification, where the topics are named', () => {
  const remote = remotePanel(
    {
      PRODUCT_NAME: 'HealthApp',
      PRODUCT_SLUG: 'healthapp',
      PUSH_TOPIC: 'HealthAPP-all',
      PUSH_TOPICS: 'Peer Navigator=PeerNavigator, Moderator = mods',
    },
    { oneSession: true },
  );

  it.each([
    ['HealthApp', 'HealthAPP-all'],
    ['Peer Navigator', 'PeerNavigator'],
    ['Moderator', 'mods'],
    ['Public', 'Public'],
  ])('of type %s goes to the topic %s, in exactly this spelling', async (type, topic) => {
    expect(await send(remote, type)).toEqual([{ topic, title: 'Hello', body: 'World' }]);
  });
});
