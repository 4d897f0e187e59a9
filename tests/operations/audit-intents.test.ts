import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defined } from '../../shared/defined';
import { sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { everyCase, runs } from '../support/full';
import { startPanel } from '../support/panel';
import {
  type Call,
  envelope,
  type RecordingHost,
  refusal,
  startRecordingHost,
} from '../support/recording-host';
import { ann } from '../support/remote';
import { Visitor } from '../support/visitor';

const KILLS = runs(1, 25);
/** The minimum number of acknowledged saves before a kill, so that the kill hits a panel that is busy. */
const ENOUGH = 5;

let host: RecordingHost;
beforeAll(async () => {
  host = await startRecordingHost();
});
afterAll(() => host.stop());

/** Starts a panel on the recording host with a signed-in user, and returns how to start it again. */
async function remotePanel(env: Record<string, string> = {}) {
  host.reset();
  host.on('login', () => envelope([ann]));
  const settings = {
    DATA_DIR: tempFolder(),
    API_HOST_URL: host.url,
    SESSION_RECHECK_SECONDS: '3600',
    ...env,
  };
  let panel = await startPanel(settings);
  onTestFinished(() => panel.stop());
  let visitor = await new Visitor(panel.url).signIn();
  return {
    dataDir: settings.DATA_DIR,
    visitor: () => visitor,
    panel: () => panel,
    async kill() {
      panel.signal('SIGKILL');
      expect(await panel.ended).toBeNull();
    },
    async startAgain() {
      panel = await startPanel(settings);
      visitor = new Visitor(panel.url, visitor);
    },
  };
}

const color = { Name: 'Leaf', Color: '#1B7F5C', Status: 'Active' };

/** Returns the audit entries of changes of colors. An entry that was sent twice is there twice. */
function changes(calls: readonly Call[] = host.to('audit/update')): string[] {
  return calls
    .filter(({ fields }) => fields.utitle === 'Colors' && fields.uaction !== 'View')
    .map(({ fields }) => defined(fields.udescription));
}

/** Returns the same entries, but each once, as a host that supports Idempotency-Key stores them. */
function changesOnce(): string[] {
  const byKey = new Map(
    host.to('audit/update').map((call) => [String(call.headers['idempotency-key']), call]),
  );
  return changes([...byKey.values()]);
}

const readIntents = (dataDir: string) =>
  sqlOn(dataDir, 'select state, description from audit_intent');

if (everyCase)
  it('SIGKILL just after a sign-in: the next process sends the audit entry of the sign-in', async () => {
    const remote = await remotePanel();
    const signIns = () =>
      host.to('audit/update').filter(({ fields }) => fields.uaction === 'Login').length;
    await expect.poll(signIns).toBe(1);
    host.on('audit/update', () => new Promise(() => undefined));
    await new Visitor(remote.panel().url).signIn();
    await remote.kill();
    const before = signIns();
    host.on('audit/update', () => envelope([]));
    await remote.startAgain();
    await expect.poll(signIns, { timeout: 20_000 }).toBeGreaterThan(before);
  });

it('SIGKILL, repeatedly during saves: each save that the host received has its audit entry', async () => {
  const remote = await remotePanel();
  let made = 0;
  host.on('color/update', async ({ fields }) => {
    made += 1;
    const color_id = made;
    await setTimeout(Math.random() * 30);
    return envelope([{ color_id, color_name: fields.uname }]);
  });
  host.on('audit/update', async () => {
    await setTimeout(Math.random() * 30);
    return envelope([]);
  });
  const acknowledged: string[] = [];
  const saveOn = async (visitor: Visitor, prefix: string) => {
    await visitor.open('/color/add');
    for (let n = 0; ; n += 1) {
      const body = visitor.getBody('Save', { ...color, Name: `${prefix} ${n}` });
      try {
        const answer = await visitor.request('/color/add', { method: 'POST', body });
        await answer.body?.cancel();
        const id = /\/color\/edit\/(\d+)/.exec(answer.headers.get('location') ?? '')?.[1];
        if (id) acknowledged.push(`Added color ${id}`);
      } catch {
        return;
      }
    }
  };

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = acknowledged.length;
    const streams = ['a', 'b', 'c'].map((name) =>
      saveOn(new Visitor(remote.panel().url, remote.visitor()), `Kill ${kill} ${name}`),
    );
    await expect
      .poll(() => acknowledged.length - before, { timeout: 60_000, interval: 5 })
      .toBeGreaterThanOrEqual(ENOUGH);
    await remote.kill();
    await Promise.all(streams);
    await remote.startAgain();
  }

  await expect.poll(() => readIntents(remote.dataDir), { timeout: 60_000 }).toEqual([]);
  const entries = changesOnce();
  expect(acknowledged.filter((entry) => !entries.includes(entry))).toEqual([]);
  const unknown = entries.filter((entry) => entry === 'Adding color: outcome unknown');
  const added = entries.filter((entry) => entry.startsWith('Added color '));
  expect(added.length + unknown.length).toBe(entries.length);
  expect(new Set(added).size).toBe(added.length);
  expect(added.length + unknown.length).toBeGreaterThanOrEqual(made);
  // A kill cuts off three saves at most.
  expect(unknown.length).toBeLessThanOrEqual(3 * KILLS);
});

if (everyCase)
  it('an answered sign-out has one audit entry, even if the panel is killed right after the answer', async () => {
    const remote = await remotePanel();
    host.on('audit/update', (_call, response) => void response.destroy());
    const signOut = () => remote.visitor().request('/logout', { method: 'POST' });
    const answers = await Promise.all([signOut(), signOut()]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    await remote.kill();
    host.calls.length = 0;
    host.on('audit/update', () => envelope([]));
    await remote.startAgain();
    await expect.poll(() => readIntents(remote.dataDir), { timeout: 60_000 }).toEqual([]);
    expect(
      host
        .to('audit/update')
        .filter(({ fields }) => fields.uaction === 'Logout')
        .map(({ fields }) => `${fields.uusername}: ${fields.udescription}`),
    ).toEqual(['ann: Signed out']);
  });

describe('while the host accepts no audit entries', () => {
  /** Stores entries that wait to be sent again, older than all others. */
  const store = (dataDir: string, action: string, count: number) =>
    sqlOn(
      dataDir,
      `insert into audit_intent
        (id, owner, username, title, action, description, state, created_at, due_at, attempts)
      with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})
      select '${action}-' || ${count} || '-' || n, '', 'ann', 'Colors', '${action}', 'x', 'due', n,
        ${Date.now() + 1_800_000}, 1 from number`,
    );
  const countWaiting = async (dataDir: string, action: string) => {
    const rows = await sqlOn(
      dataDir,
      `select count(*) as n from audit_intent where action = '${action}'`,
    );
    return Number((rows[0] as { n: number }).n);
  };

  it('changes are refused when 10,000 entries of changes wait, and only other entries are dropped', async () => {
    const { dataDir, visitor } = await remotePanel();
    host.on('color/update', () => envelope([{ color_id: 7 }]));
    host.on('audit/update', (_call, response) => void response.destroy());
    await store(dataDir, 'Update', 9_999);
    await store(dataDir, 'Refused', 500);
    await expect.poll(() => countWaiting(dataDir, 'Refused')).toBeLessThanOrEqual(1);
    expect(await countWaiting(dataDir, 'Update')).toBe(9_999);
    await visitor().open('/color/add');
    await visitor().press('Save', color);
    expect(visitor().page.getByRole('status').textContent).toContain('successfully saved');
    expect(host.to('color/update')).toHaveLength(1);

    await visitor().open('/color/add');
    await visitor().press('Save', color);
    expect(visitor().status).toBe(503);
    expect(visitor().page.getByRole('alert').textContent).toContain('nothing was saved');
    expect(visitor().shownValue('Name')).toBe('Leaf');
    expect(host.to('color/update')).toHaveLength(1);
    host.on('color/list', () => envelope([{ color_id: 7, color_name: 'Leaf' }]));
    const file = await visitor().request('/export/colors', { method: 'POST' });
    await file.body?.cancel();
    expect(file.status).toBe(503);

    await sqlOn(dataDir, "delete from audit_intent where id like 'Update-%-9999'");
    await visitor().open('/color/add');
    await visitor().press('Save', color);
    expect(visitor().page.getByRole('status').textContent).toContain('successfully saved');
  });

  if (everyCase)
    it('a host without an audit log gets changes, and the oldest entries are dropped', async () => {
      const { dataDir, visitor } = await remotePanel();
      host.on('color/update', () => envelope([{ color_id: 7 }]));
      host.on('audit/update', (_call, response) => void response.writeHead(404).end());
      await visitor().open('/color/add');
      await visitor().press('Save', color);
      await store(dataDir, 'Update', 10_100);
      await visitor().open('/color/add');
      await visitor().press('Save', color);
      expect(visitor().page.getByRole('status').textContent).toContain('successfully saved');
      await expect.poll(() => countWaiting(dataDir, 'Update')).toBeLessThanOrEqual(10_000);
      expect(await countWaiting(dataDir, 'Update')).toBeGreaterThan(9_000);
    });
});

describe('an intent', () => {
  it('is deleted when the host refuses the save, and leaves no audit entry', async () => {
    const remote = await remotePanel();
    host.on('color/update', async () => {
      // The intent is stored before the save is sent.
      expect(await readIntents(remote.dataDir)).toEqual([
        { state: 'open', description: 'Adding color' },
      ]);
      return refusal('No');
    });
    await remote.visitor().open('/color/add');
    await remote.visitor().press('Save', color);
    expect(remote.visitor().page.getByRole('alert').textContent).toContain('No');
    expect(await readIntents(remote.dataDir)).toEqual([]);
    expect(changes()).toEqual([]);
  });

  it.each([
    ['breaks off', (_call: Call, response: { destroy(): unknown }) => void response.destroy()],
    ['has the wrong format', () => 'colour saved'],
  ])('ends with an unknown outcome when the answer %s', async (_how, answer) => {
    const remote = await remotePanel();
    host.on('color/update', answer);
    await remote.visitor().open('/color/add');
    await remote.visitor().press('Save', color);
    await expect.poll(() => changes()).toEqual(['Adding color: outcome unknown']);
    await expect.poll(() => readIntents(remote.dataDir)).toEqual([]);
  });

  if (everyCase)
    it('waits while the host accepts no entries, survives a kill of the panel, and becomes one entry', async () => {
      const remote = await remotePanel();
      host.on('color/update', () => envelope([{ color_id: 7 }]));
      host.on('audit/update', (_call, response) => void response.destroy());
      await remote.visitor().open('/color/add');
      await remote.visitor().press('Save', color);
      expect(remote.visitor().page.getByRole('status').textContent).toContain('successfully saved');
      await expect.poll(() => changes().length).toBeGreaterThanOrEqual(1);
      await remote.kill();
      expect(await readIntents(remote.dataDir)).toEqual([
        { state: 'due', description: 'Added color 7' },
      ]);
      const keys = () =>
        host
          .to('audit/update')
          .filter(({ fields }) => fields.udescription === 'Added color 7')
          .map(({ headers }) => headers['idempotency-key']);
      const [tried] = keys();
      expect(tried).toEqual(expect.any(String));

      host.calls.length = 0;
      host.on('audit/update', () => envelope([]));
      await remote.startAgain();
      await expect.poll(() => readIntents(remote.dataDir), { timeout: 60_000 }).toEqual([]);
      expect(changes()).toEqual(['Added color 7']);
      expect(keys()).toEqual([tried]);
    });

  it('that cannot be stored prevents the save: the host receives nothing', async () => {
    const remote = await remotePanel();
    await remote.visitor().open('/color/add');
    await sqlOn(
      remote.dataDir,
      `create trigger full_disk before insert on audit_intent begin select raise(abort, 'full'); end`,
    );
    await remote.visitor().press('Save', color);
    expect(remote.visitor().status).toBe(503);
    expect(remote.visitor().page.getByRole('alert').textContent).toContain('nothing was saved');
    expect(remote.visitor().shownValue('Name')).toBe('Leaf');
    expect(host.to('color/update')).toEqual([]);
  });
});
