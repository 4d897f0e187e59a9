import { describe, expect, it } from 'vitest';
import { envelope } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { Visitor } from '../support/visitor';

const remote = remotePanel({ SESSION_RECHECK_SECONDS: '3600' });
const userPath = 'user/id/7';

/** Makes all sessions ask the host about their user at their next request. */
const makeDue = () => remote.sql('update session set checked_at = 0');

const countChecks = () => remote.host.to(userPath).length;

/** Requests the data of two pages and two whole pages, all at the same time. Returns the statuses. */
function openSeveral(visitor: Visitor): Promise<number[]> {
  const paths = ['/countries.data', '/colors.data', '/home', '/users'];
  return Promise.all(
    paths.map(async (path) => {
      const response = await visitor.request(path);
      await response.body?.cancel();
      return response.status;
    }),
  );
}

/** Holds the host's answer about the user back until the returned function is called. */
function hold(answer: () => unknown): () => void {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  remote.host.on(userPath, async () => {
    await gate;
    return answer();
  });
  return release;
}

describe('a session whose user is to be checked', () => {
  it('asks the host once for all loaders and requests that come at the same time', async () => {
    await makeDue();
    const release = hold(() => envelope([{ ...ann, user_lname: 'Phiri' }]));
    const answers = openSeveral(remote.visitor);
    await expect.poll(countChecks).toBe(1);
    release();
    expect(await answers).toEqual([200, 200, 200, 200]);
    expect(countChecks()).toBe(1);
    await remote.visitor.open('/home');
    expect(remote.visitor.page.getAllByText('Ann Phiri').length).toBeGreaterThan(0);
    expect(countChecks()).toBe(1);
  });

  it('ends for all requests that come at the same time, with one audit entry', async () => {
    await makeDue();
    const release = hold(() => envelope([{ ...ann, u_status: 'Disabled' }]));
    const answers = openSeveral(remote.visitor);
    await expect.poll(countChecks).toBe(1);
    release();
    for (const status of await answers) expect([202, 302]).toContain(status);
    expect((await remote.visitor.open('/home')).url).toContain('/login');
    await expect.poll(() => remote.host.entries('Sessions ended')).toHaveLength(1);
  });

  it('asks the host itself, even while another session of the same user asks', async () => {
    const other = await new Visitor(remote.panel.url).signIn();
    await makeDue();
    const release = hold(() => envelope([ann]));
    const answers = Promise.all([openSeveral(remote.visitor), openSeveral(other)]);
    await expect.poll(countChecks).toBe(2);
    release();
    await answers;
    expect(countChecks()).toBe(2);
  });

  it.each([
    ['does not answer', () => undefined],
    ['answers what cannot be read', () => 'text'],
  ])(
    'goes on when the host %s, and asks again after SESSION_RECHECK_SECONDS',
    async (_what, answer) => {
      await makeDue();
      remote.host.on(userPath, (_call, response) => answer() ?? void response.destroy());
      for (const path of ['/home', '/colors']) {
        await remote.visitor.open(path);
        expect(remote.visitor.url).toBe(remote.panel.url + path);
      }
      expect(countChecks()).toBe(1);
      remote.host.on(userPath, () => envelope([{ ...ann, u_status: 'Disabled' }]));
      await makeDue();
      expect((await remote.visitor.open('/home')).url).toContain('/login');
    },
  );

  it('asks no more than once in SESSION_RECHECK_SECONDS if the host has no path for single users', async () => {
    await makeDue();
    remote.host.on(userPath, (_call, response) => void response.writeHead(404).end('<h1>404</h1>'));
    for (const path of ['/home', '/colors']) {
      await remote.visitor.open(path);
      expect(remote.visitor.url).toBe(remote.panel.url + path);
    }
    expect(countChecks()).toBe(1);
  });
});
