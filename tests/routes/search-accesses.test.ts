import { expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import { watchAccesses } from '../support/watched-accesses';

// With this setting, the session keeps the user's name from before `watchAccesses` marks the records.
const demo = demoPanel({ SESSION_RECHECK_SECONDS: '3600' });

const watched = watchAccesses(demo);

const post = (find: string): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ find }),
});

it('the access log has the records that the results and the suggestions show, and no others', async () => {
  let shown = 0;
  const texts = ['zq~', 'user', '000', '+26000000', '|title', '+260000000001', 'clinic', '12'];
  for (const text of texts) {
    shown += await watched.expectLogged('/search', post(text));
    shown += await watched.expectLogged('/search/suggestions', post(text));
  }
  expect(shown).toBeGreaterThan(10);
});
