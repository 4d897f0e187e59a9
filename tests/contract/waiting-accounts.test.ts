import { describe, expect, it } from 'vitest';
import { announceQueries, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import type { Visitor } from '../support/visitor';

const remote = remotePanel({ RESEARCHERS_MANAGE_USERS: 'on' });
const names = { 'First name': 'Wanjiku', 'Last name': 'Otieno' };
const waiting = {
  user_id: 9,
  user_username: 'wanjiku@research.example',
  user_email: 'wanjiku@research.example',
  user_fname: null,
  user_lname: null,
  user_role: 2,
  u_status: 'Disabled',
  user_status: 2,
  user_createuser: 'wanjiku@research.example',
  user_createdate: '2026-11-20 10:00:00',
  user_waiting: 1,
};

const countBadge = ({ page }: Visitor) =>
  page.queryAllByRole('link', { name: /waiting for approval$/ })[0]?.textContent;

/** Makes the host list the waiting account, as a host does that answers queries. */
function holdWaiting(): void {
  remote.host.on('user/list', (_call, response) => {
    announceQueries(response);
    return { succeeded: true, message: null, items: [waiting], total: 1 };
  });
  remote.host.on('user/id/9', () => ({ succeeded: true, message: null, items: [waiting] }));
}

describe('a waiting account of a remote host', () => {
  it('stays as it is when the host is down, and the page says so', async () => {
    const { host, visitor } = remote;
    holdWaiting();
    await visitor.open('/users/waiting/9');
    const fail = (_call: unknown, response: { destroy(): void }) => void response.destroy();
    for (const path of ['user/id/9', 'user/list', 'user/update', 'user/delete'])
      host.on(path, fail);
    for (const [button, fields] of [
      ['Approve', names],
      ['Refuse', {}],
    ] as const) {
      const body = visitor.getBody(button, fields);
      const page = await visitor.request('/users/waiting/9', { method: 'POST', body });
      expect(page.status).toBe(503);
      expect(await page.text()).toMatch(/role="alert".*There is a problem<\/h2><ul[^>]*><li>[^<]+/);
    }
    expect([...host.to('user/update'), ...host.to('user/delete')]).toEqual([]);
    await visitor.open('/users/waiting');
    expect(visitor.status).toBe(200);
    expect(visitor.page.getByRole('alert').textContent).toBeTruthy();
  });

  it('shows the reason if the host refuses the decision, and what was typed', async () => {
    const { host, visitor } = remote;
    holdWaiting();
    for (const path of ['user/update', 'user/delete']) host.on(path, () => refusal('Too late'));
    for (const [button, fields, shown] of [
      ['Approve', names, names['First name']],
      ['Refuse', {}, ''],
    ] as const) {
      await visitor.open('/users/waiting/9');
      await visitor.press(button, fields);
      expect(visitor.status).toBe(400);
      expect(visitor.page.getByRole('alert').textContent).toContain('Too late');
      expect(visitor.shownValue('First name')).toBe(shown);
    }
  });

  it('is saved or deleted with the decision, and the page does not promise a mail', async () => {
    const { host, visitor } = remote;
    holdWaiting();
    await visitor.open('/users/waiting/9');
    expect(visitor.page.getAllByText(/Otherwise, tell the person yourself/)).toHaveLength(2);
    await visitor.press('Approve', { ...names, Role: 'Researcher' });
    expect(host.to('user/update').map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ uid: '9', ustatus: '1', ufname: 'Wanjiku', udecision: 'approved' }),
    ]);
    await visitor.open('/users/waiting/9');
    await visitor.press('Refuse');
    expect(host.to('user/delete').map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ uid: '9', udecision: 'refused' }),
    ]);
    const message = visitor.page.getByRole('status').textContent;
    expect(message).toMatch(/^The account of .+ has been refused and deleted\. If your API host/);
    expect(message).toContain('sends no mail about this, tell the person yourself.');
  });

  it('is found in the list of a host that sends all users', async () => {
    const { host, visitor } = remote;
    const active = { ...waiting, user_id: 10, user_username: 'mary', user_waiting: 0 };
    host.on('user/list', () => ({ succeeded: true, message: null, items: [active, waiting] }));
    await visitor.open('/users/waiting');
    const links = [...visitor.document.querySelectorAll('main a[href^="/users/waiting/"]')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/users/waiting/9']);
  });

  it('is not said to be missing if the host does not state which accounts wait', async () => {
    const { host, visitor } = remote;
    const { user_waiting: _, ...other } = waiting;
    host.on('user/list', () => ({ succeeded: true, message: null, items: [other] }));
    await visitor.open('/users/waiting');
    expect(visitor.page.getByRole('alert').textContent).toBe(
      'This API host does not state which accounts wait for approval',
    );
    expect(visitor.page.queryByText('No account waits for approval.')).toBeNull();
  });

  it('is counted with one call for many pages, and with another after a change', async () => {
    const { host, visitor } = remote;
    holdWaiting();
    host.on('country/list', (_call, response) => {
      announceQueries(response);
      return { succeeded: true, message: null, items: [] };
    });
    await visitor.open('/users');
    await visitor.open('/countries');
    expect(countBadge(visitor)).toBe('1 waiting for approval');
    host.calls.length = 0;
    for (let page = 0; page < 5; page++) await visitor.open('/countries');
    expect(host.to('user/list')).toEqual([]);
    await visitor.open('/users/waiting/9');
    await visitor.press('Refuse');
    await visitor.open('/countries');
    const counts = host.to('user/list').filter(({ search }) => /user_waiting/.test(search));
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.every(({ search }) => !search.includes('@'))).toBe(true);
  });
});
