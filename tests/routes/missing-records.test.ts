import { expect, it } from 'vitest';
import { editable } from '../support/editable-entities';
import { sharedDemo } from '../support/embedded';

const demo = sharedDemo();

it('a record that the embedded host does not have is answered with 404', async () => {
  const visitor = await demo.signedIn();
  for (const path of [
    ...Object.keys(editable).map((entity) => `/${entity}/edit/999999`),
    '/quiz-attempt/edit/999999',
    '/participant/view/999999',
    '/phone/edit/+260999999999',
    '/delete/color/999999',
    '/delete/sms-history/999999',
    '/discussion/edit/none',
    '/discussion/chat/none',
  ]) {
    await visitor.open(path);
    expect([path, visitor.status]).toEqual([path, 404]);
    expect(visitor.html).toMatch(/could not be found|Unable to find a discussion/);
  }
  expect((await visitor.open('/country/edit/1')).status).toBe(200);
});
