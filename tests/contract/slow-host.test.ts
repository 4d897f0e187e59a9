import { expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { makeFile, png } from '../support/files';
import { envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';

/** The time limit of calls: long enough for every call that the host answers, however busy the machine is. */
const LIMIT_MS = '4000';

const remote = remotePanel({ API_TIMEOUT_MS: LIMIT_MS, UPLOAD_TIMEOUT_MS: LIMIT_MS });

const never = () => new Promise(() => {});

it('a list that the host never sends shows an error and no rows', async () => {
  const { visitor, host } = remote;
  host.on('user/list', never);
  await visitor.open('/users');
  expect(visitor.status).toBe(200);
  expect(visitor.page.getByRole('alert').textContent).toBe(
    ' An error occured when loading users from server',
  );
  expect(visitor.page.getAllByText('Could not show information').length).toBeGreaterThan(0);
  expect(visitor.page.queryByText('No Data')).toBeNull();
  expect(visitor.page.getByRole('button', { name: /Export/ })).toHaveProperty('disabled', true);
  await visitor.open('/home');
  expect(visitor.status).toBe(200);
});

it('an upload that is never answered keeps what was typed, and nothing is saved', async () => {
  const { visitor, host } = remote;
  host.on('upload/Facility', never);
  await visitor.open('/facility/add');
  const typed = { Name: 'Matero Clinic', Address: 'Plot 2', Latitude: '-15.5', Status: 'Active' };
  const more = { Longitude: '28.25', 'PrEP services': 'No', 'ART services': 'No' };
  const services = ['Contraceptive', 'Abortion', 'Menstrual', 'STI'];
  await visitor.press(
    'Save',
    {
      ...typed,
      ...more,
      ...Object.fromEntries(services.map((service) => [`${service} services`, 'Yes'])),
    },
    { 'Upload an image': makeFile(png, 'a.png') },
  );
  expect(visitor.status).toBe(400);
  expect(defined(visitor.page.getAllByRole('alert')[0]).textContent).toBe(
    'There is a problemUnable to upload thumbnail image. Please try again',
  );
  for (const [label, value] of Object.entries(typed)) expect(visitor.shownValue(label)).toBe(value);
  expect(host.to('facility/update')).toEqual([]);
});

it('an import that is never answered shows an error and a button to repeat it', async () => {
  const { visitor, host } = remote;
  const report = { rows: 2, added: 1, changed: 1, unchanged: 0, refused: 0 };
  const lists = { refusals: [], changes: [{ column: 'Code', records: 1 }], leftAside: [] };
  host.on('import/color', () => envelope([{ ...report, ...lists }]));
  await visitor.open('/import');
  const file = new File(['Name,Code\nRed,#f00\nBlue,#00f\n'], 'colors.csv');
  await visitor.press('Check file', { List: 'Colors' }, { File: file });
  host.on('import/color', never);
  await visitor.press('Import 2 rows');
  expect(visitor.page.getByText(/An error occured when importing the file/)).toBeTruthy();
  expect(visitor.page.getByRole('button', { name: 'Import 2 rows' })).toBeTruthy();
});
