import { beforeEach, describe, expect, it } from 'vitest';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({}, { shared: true, oneSession: false });

/** Countries as some hosts send them: with a word for the status in the list, and with a number in the record. */
const countries = [1, 2, 3, 4, 5].map((id) => ({
  country_id: String(id),
  country_name: `Country ${id}`,
  country_code: id,
  c_status: 'Active',
  country_createuser: 'root',
  country_createdate: '2024-03-05 10:00:00',
}));

beforeEach(() => {
  remote.host.on('country/list', () => envelope(countries));
  for (const { c_status: _word, country_code, ...country } of countries)
    remote.host.on(`country/id/${country.country_id}`, () =>
      envelope([
        { ...country, country_code: String(country_code), country_status: 1, c_status: 1 },
      ]),
    );
});

const getText = () => remote.visitor.document.querySelector('main')?.textContent ?? '';
const uids = (path: string) =>
  remote.host
    .to(path)
    .map(({ fields }) => fields.uid)
    .sort();

async function start() {
  const button =
    remote.visitor.document.querySelector('main button[type=submit]')?.textContent ?? '';
  await remote.visitor.press(button);
}

describe('a bulk action on a remote host', () => {
  it('says what the host has refused, and that deletions are final', async () => {
    const { visitor, host } = remote;
    host.on('country/delete', ({ fields }) =>
      fields.uid === '2' ? refusal('Country 2 is in use') : envelope([]),
    );
    await visitor.open('/countries');
    await visitor.press('Delete selected', {
      'Select Country 1': 'yes',
      'Select Country 2': 'yes',
      'Select Country 4': 'yes',
    });
    expect(getText()).toContain('Delete 3 countries?');
    expect(getText()).toContain('This cannot be undone.');
    expect(uids('country/delete')).toEqual([]);
    await start();
    expect(uids('country/delete')).toEqual(['1', '2', '4']);
    expect(getText()).toContain('Deleted 2 of 3 countries');
    expect(getText()).toContain('2 done, 1 failed');
    expect(getText()).toContain('Country 2 is in use');
    expect(visitor.page.getByRole('link', { name: 'Country 2' }).getAttribute('href')).toBe(
      '/country/edit/2',
    );
    expect(visitor.page.queryByRole('button', { name: 'Undo' })).toBeNull();
    await expect
      .poll(() => [...host.entries('Delete')].sort())
      .toEqual(['Deleted country 1', 'Deleted country 4']);
  });

  it('sends the whole record with the new status, and undoes it in the same way', async () => {
    const { visitor, host } = remote;
    const statuses = new Map<string, number>();
    for (const { country_id, country_name } of countries)
      host.on(`country/id/${country_id}`, () =>
        envelope([
          {
            ...{ country_id, country_name, country_code: country_id },
            c_status: statuses.get(country_id) ?? 1,
          },
        ]),
      );
    host.on('country/update', ({ fields: { uid = '', ustatus } }) => {
      statuses.set(uid, Number(ustatus));
      return envelope([{ country_id: uid, c_status: ustatus }]);
    });
    await visitor.open('/countries?country_name=Country');
    await visitor.press('Change status to Disabled', { 'Select all 5 that match': 'yes' });
    expect(getText()).toContain('Change the status of 5 countries to Disabled?');
    await start();
    const { fields } = host.to('country/update')[0] ?? {};
    expect(fields).toMatchObject({ uname: expect.stringContaining('Country'), ustatus: '2' });
    expect(uids('country/update')).toEqual(['1', '2', '3', '4', '5']);
    expect([...statuses.values()]).toEqual([2, 2, 2, 2, 2]);
    await visitor.press('Undo');
    expect(getText()).toContain('Took back the change of status of 5 countries');
    expect([...statuses.values()]).toEqual([1, 1, 1, 1, 1]);
  });

  it('ends when the host answers none of the deletions', async () => {
    const { visitor, host } = remote;
    host.on('country/delete', (_call, response) => void response.destroy());
    await visitor.open('/countries');
    await visitor.press('Delete selected', { 'Select all 5': 'yes' });
    await start();
    await expect
      .poll(async () => {
        await visitor.open(visitor.url);
        return getText();
      })
      .toContain('did not answer several times in a row');
  });

  it('ends when the host fails halfway, and does not know the outcome of what it was sending', async () => {
    const { visitor, host } = remote;
    host.on('country/delete', (_call, response) => void response.destroy());
    for (const id of [3, 4, 5])
      host.on(`country/id/${id}`, (_call, response) => void response.destroy());
    await visitor.open('/countries');
    await visitor.press('Delete selected', { 'Select all 5': 'yes' });
    await start();
    await expect
      .poll(async () => {
        await visitor.open(visitor.url);
        return getText();
      })
      .toContain('did not answer several times in a row');
    expect(getText()).toContain('Deleted 0 of 5 countries');
    expect(getText()).toContain('2 not known');
    expect(getText()).toContain('It is not known whether this was done.');
  });
});
