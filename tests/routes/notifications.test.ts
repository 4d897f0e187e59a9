import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';

const demo = demoPanel({ PUSH_TOPICS: 'Peer Navigator=PeerNavigator' });

describe('a notification on the embedded host', () => {
  it('says before it is sent that it cannot be taken back', async () => {
    const visitor = await demo.signedIn();
    const note = 'You cannot take it back';
    await visitor.open('/notification/add');
    expect(visitor.document.querySelector('main')?.textContent).toContain(note);
    await visitor.open('/notification/edit/1');
    expect(visitor.document.querySelector('main')?.textContent).not.toContain(note);
  });

  it.each([
    ['Study Panel', 'Study'],
    ['Moderator', 'Moderator'],
    ['Peer Navigator', 'PeerNavigator'],
  ])('of type %s is stored for the topic %s', async (type, topic) => {
    const visitor = await demo.signedIn();
    await visitor.open('/notification/add');
    const values = { Type: type, Title: `To ${type}`, Body: 'Hello', Description: 'Why' };
    await visitor.press('Save', values);
    expect(visitor.page.getByRole('status').textContent).toBe(
      'The notification has been sent successfully!',
    );
    const sent = 'select message_topic, message_body from topic_message where message_title = ?';
    expect(await demo.sql(sent, `To ${type}`)).toEqual([
      { message_topic: topic, message_body: 'Hello' },
    ]);
  });
});
