import { describe, expect, it } from 'vitest';
import { envelope } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { Visitor } from '../support/visitor';

const remote = remotePanel({}, { shared: true });

const category = {
  sms_cat_id: 5,
  sms_cat_name: 'Reminders',
  sms_cat_description: 'Of visits',
  c_status: 'Active',
};
/** The largest number of items in an answer. As empty objects they have 600 kB. */
const LIMIT = 200_000;

/** Makes the host answer a path with `count` items: the given item, and empty items. */
function answer(path: string, item: Record<string, unknown>, count: number) {
  const text = JSON.stringify(envelope([item])).replace(/\]/, `${',{}'.repeat(count - 1)}]`);
  remote.host.on(path, (_call, response) => void response.end(text));
}

const errors = () => remote.host.to('log/update').map(({ fields }) => fields.uexception);

describe('an answer with more items than the panel reads', () => {
  it('for a record makes its form show an error, and the panel goes on', async () => {
    const { visitor } = remote;
    answer('sms-category/id/5', category, LIMIT + 1);
    await visitor.open('/sms-category/edit/5');
    expect(visitor.page.getByRole('alert').textContent).toContain(
      'An error occured when loading SMS category from server',
    );
    expect(visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
    await expect.poll(errors).toEqual(['too long']);

    answer('sms-category/id/5', category, LIMIT);
    await visitor.open('/sms-category/edit/5');
    expect(visitor.shownValue('Name')).toBe('Reminders');
  });

  it('to a save is no success, and what was typed stays', async () => {
    const { visitor } = remote;
    remote.host.on('sms-category/id/5', () => envelope([category]));
    answer('sms-category/update', category, LIMIT + 1);
    await visitor.open('/sms-category/edit/5');
    await visitor.press('Save', { Name: 'Visits' });
    expect(visitor.page.getByRole('alert').textContent).toContain(
      'An error occured when Updating SMS category. Please try again',
    );
    expect(visitor.shownValue('Name')).toBe('Visits');
    await expect.poll(errors).toEqual(['too long']);

    answer('sms-category/update', { ...category, sms_cat_name: 'Visits' }, LIMIT);
    await visitor.press('Save');
    expect(visitor.page.getByRole('status').textContent).toContain('successfully saved');
  });

  it('to a sign-in lets nobody in', async () => {
    const stranger = new Visitor(remote.panel.url);
    answer('login', ann, LIMIT + 1);
    await stranger.signIn();
    expect(stranger.page.getByRole('alert').textContent).toContain(
      'An error occured. Please try again',
    );
    answer('login', ann, 1);
    await stranger.signIn();
    expect(stranger.title).not.toContain('Sign in');
  });
});

describe('an answer with one item that is larger than the panel reads', () => {
  const tooLarge =
    'The API host sent more data for one record than the panel reads: 16 MB and 100,000 values. Ask the person who runs the API host to check this record.';
  const items = {
    'a long text': () => `"${'x'.repeat(60_000_000)}"`,
    'many values': () => `[${'{},'.repeat(1_000_000)}{}]`,
  };

  it.each(Object.entries(items))(
    'with %s is reported, in a form and in a list',
    async (_, make) => {
      const { visitor } = remote;
      const text = JSON.stringify(envelope([category])).replace('"Reminders"', make());
      for (const path of ['sms-category/id/5', 'sms-category/list'])
        remote.host.on(path, (_call, response) => void response.end(text));
      for (const address of ['/sms-category/edit/5', '/sms-categories']) {
        await visitor.open(address);
        expect(visitor.page.getByRole('alert').textContent).toContain(tooLarge);
      }
      remote.host.on('sms-category/list', () => envelope([category]));
      await visitor.open('/sms-categories');
      expect(visitor.page.queryByRole('alert')).toBeNull();
    },
  );
});
