import { describe, expect, it } from 'vitest';
import { envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({}, { oneSession: true });

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
