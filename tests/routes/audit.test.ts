import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { home, menu } from '~/lib/menu';
import { defined } from '../../shared/defined';
import { hostFile } from '../support/csv-file';
import { type RunningPanel, startPanel } from '../support/panel';
import { envelope, type RecordingHost, startRecordingHost } from '../support/recording-host';
import { ann } from '../support/remote';
import { Visitor } from '../support/visitor';

let host: RecordingHost;
let panel: RunningPanel;
let visitor: Visitor;

beforeAll(async () => {
  host = await startRecordingHost();
  panel = await startPanel({ API_HOST_URL: host.url, API_TIMEOUT_MS: '60000' });
});
beforeEach(async () => {
  host.reset();
  host.on('login', () => envelope([ann]));
  visitor = new Visitor(panel.url);
  await visitor.signIn();
});
afterAll(async () => {
  await panel.stop();
  await host.stop();
});

/** Returns the audit entries so far, without those of signing in and out and of the home page. */
function readEntries() {
  return host
    .to('audit/update')
    .map(({ fields }) => `${fields.uusername} ${fields.uaction} ${fields.utitle}`)
    .filter((entry) => !/ (Login|Logout) |Home$/.test(entry));
}

const country = { country_id: '5', country_name: 'Zambia', country_code: 260, c_status: 1 };

describe('an audit entry is added for', () => {
  it('a sign-in, and a sign-out', async () => {
    await expect
      .poll(() => host.to('login/update').map(({ fields }) => fields))
      .toEqual([{ uid: '0', uusername: 'ann', usource: 'Web' }]);
    await visitor.press('Logout');
    const actions = () => host.to('audit/update').map(({ fields }) => fields.uaction);
    await expect.poll(actions).toEqual(expect.arrayContaining(['Login', 'Logout']));
  });

  it('the view of every screen of the menu, and of screens below these', async () => {
    host.on('country/id/5', () => envelope([country]));
    const screens = [
      home.path,
      '/profile',
      ...menu.flatMap((group) => group.items.map(({ path }) => path)),
      '/country/add',
      '/country/edit/5',
      '/delete/country/5',
      '/columns/countries',
      '/filters/countries',
      '/participant/view/1',
      '/follow-up/view/1',
      '/quiz-attempt/edit/1',
      '/phone/participants/%2B260',
      '/phone/participants/%2B260/unlink/%2B261',
    ];
    host.on('phone/number/%2B260', () => envelope([{ phone_number: '+260' }]));
    for (const screen of screens) {
      host.calls.length = 0;
      await visitor.open(screen);
      const views = () => host.to('audit/update').filter(({ fields }) => fields.uaction === 'View');
      await expect.poll(() => views().length, { message: screen }).toBe(1);
      expect(defined(views()[0]).fields.uusername).toBe('ann');
    }
  });

  it('an add, an update, a delete and an export', async () => {
    host.on('country/id/5', () => envelope([country]));
    host.on('country/list', () => envelope([country]));
    host.on('country/update', () => envelope([{ ...country, country_code: '+265' }]));
    host.on('country/delete', () => envelope(null));
    host.on('downloadJson', (call, response) => {
      response.setHeader('content-type', 'text/csv');
      response.end(hostFile(call));
    });
    await visitor.open('/country/add');
    await visitor.press('Save', { Name: 'Malawi', 'Phone code': '+265', Status: 'Active' });
    await visitor.press('Save', { 'Phone code': '+266' });
    await visitor.open('/delete/country/5');
    await visitor.press('Delete');
    await visitor.request('/export/countries', { method: 'POST' });
    await expect
      .poll(() =>
        readEntries()
          .filter((entry) => !entry.includes(' View '))
          .sort(),
      )
      .toEqual([
        'ann Add Countries',
        'ann Delete Countries',
        'ann Export Countries',
        'ann Update Countries',
      ]);
  });

  it('no change that was refused', async () => {
    host.on('country/update', () => ({ succeeded: false, message: 'No', items: [] }));
    await visitor.open('/country/add');
    await visitor.press('Save');
    await visitor.press('Save', { Name: 'Malawi', 'Phone code': '+265', Status: 'Active' });
    await expect.poll(() => new Set(readEntries())).toEqual(new Set(['ann View Add country']));
  });
});

describe('an audit entry that cannot be stored', () => {
  it.each(['sign in', 'view', 'save', 'delete'])(
    'does not prevent the user’s work: %s',
    async (work) => {
      host.on('audit/update', (_call, response) => void response.destroy());
      host.on('login/update', (_call, response) => void response.destroy());
      host.on('country/id/5', () => envelope([country]));
      host.on('country/update', () => envelope([{ ...country, country_code: '+265' }]));
      host.on('country/delete', () => envelope(null));
      switch (work) {
        case 'sign in':
          visitor = new Visitor(panel.url);
          await visitor.signIn();
          expect(visitor.title).toBe('Home');
          break;
        case 'view':
          await visitor.open('/countries');
          break;
        case 'save':
          await visitor.open('/country/edit/5');
          await visitor.press('Save', { 'Phone code': '+265' });
          expect(visitor.page.getByRole('status').textContent).toContain('successfully saved');
          break;
        default:
          await visitor.open('/delete/country/5');
          await visitor.press('Delete');
          expect(visitor.page.getByRole('status').textContent).toContain('successfully deleted');
      }
      expect(visitor.status).toBe(200);
      expect(visitor.page.queryByRole('alert')).toBeNull();
      await expect.poll(() => panel.output()).toContain('an audit entry was not accepted');
    },
  );
});
