import { expect, it } from 'vitest';
import { sharedDemo } from '../support/embedded';
import { lockedScreens, sweptScreens } from '../support/panel-screens';

const demo = sharedDemo();

it('a visitor, and a session that was locked or has ended, get no page that names the user', async () => {
  const visitor = await demo.signedIn();
  await visitor.open('/home');
  await visitor.press('Lock');
  await visitor.open('/participants');
  expect(visitor.document.querySelector('.print-note')).toBeNull();
  await visitor.press('Logout');
  await visitor.open('/participants');
  expect(visitor.html).not.toContain('Mwansa');
});

it('each screen is stored by no browser, and names the user and the time when it is printed', async () => {
  const visitor = await demo.signedIn();
  for (const screen of sweptScreens.filter((path) => !lockedScreens.includes(path))) {
    // Some addresses redirect to one that does not name the record.
    await visitor.open(screen);
    const response = await visitor.request(visitor.url);
    await visitor.show(response);
    const note = visitor.document.querySelector('.print-note')?.textContent;
    expect([screen, response.headers.get('cache-control')]).toEqual([screen, 'no-store']);
    expect([screen, note]).toEqual([
      screen,
      expect.stringMatching(/^Printed by Mwansa \S+, page of .*\d\d:\d\d$/),
    ]);
  }
});
