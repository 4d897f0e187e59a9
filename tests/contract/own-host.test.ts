import { expect, it, onTestFinished } from 'vitest';
import { entities } from '~/lib/core/entities';
import { demoSignIns } from '../../backend/demo-study/users';
import { facility } from '../support/form-values';
import { sweep } from '../support/full';
import { startPanel } from '../support/panel';
import { startOwnHost } from '../support/start-own-host';
import { Visitor } from '../support/visitor';

it('the embedded host, run as a remote host, keeps every field of every form', async () => {
  const panel = await startPanel((await startOwnHost()).env);
  onTestFinished(() => panel.stop());
  const { username, password } = demoSignIns.administrator;
  const visitor = await new Visitor(panel.url).signIn(username, password);
  const toast = () => visitor.page.getByRole('status').textContent;

  // The form of a phone opens at its number.
  const withForm = entities.filter(({ form, host, name }) => form && host && name !== 'phone');
  expect(withForm.length).toBeGreaterThan(10);
  for (const { name: entity } of withForm) {
    for (const id of sweep([2, 3], (one) => one === 2)) {
      await visitor.open(`/${entity}/edit/${id}`);
      await visitor.press('Save');
      expect([entity, toast()]).toEqual([entity, expect.stringContaining('successfully saved!')]);
    }
  }
  await visitor.open('/facility/add');
  await visitor.press('Save', {
    ...facility,
    Latitude: '-15.40',
    Content: '<p>Open &amp; <b>free</b></p>\n<ul>\n  <li>Mondays</li>\n</ul><script>x</script>',
  });
  expect(toast()).toContain('successfully saved!');
});
