import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { sqlOn } from '../support/database';
import { checkFile, importFile } from '../support/import-steps';
import { startPanel } from '../support/panel';
import { readLog } from '../support/panel-output';
import type { Row } from '../support/random-changes/study';
import { type Answer, envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { startOwnHost } from '../support/start-own-host';
import { Visitor } from '../support/visitor';

/** The id of the color that a test of the recording host imports. */
let colorId = 100;
const getCsv = (name: string, code: string) => `Name,Code,Status\n${name},${code},Active\n`;

function getRows({ document }: Visitor): string[] {
  return [...document.querySelectorAll('tbody tr')]
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? ''))
    .filter((cells) => cells.length > 1)
    .map((cells) => cells.join(' | '));
}

describe('the history of a record of the own host over HTTP', () => {
  /** Starts the host, and a panel that uses it, and signs an administrator in. */
  async function start() {
    const { dataDir, env } = await startOwnHost();
    const panel = await startPanel(env);
    onTestFinished(() => panel.stop());
    const { username, password } = demoSignIns.administrator;
    const visitor = await new Visitor(panel.url).signIn(username, password);
    const onHost = (statement: string, ...values: unknown[]) =>
      sqlOn(dataDir, 'host', statement, values);
    const onPanel = (statement: string) => sqlOn(panel.dataDir, 'panel', statement);
    const getId = async (name: string) => {
      const [row] = await onHost('select color_id as id from color where color_name = ?', name);
      return String((row as { id: number } | undefined)?.id);
    };
    return { panel, visitor, onHost, onPanel, getId };
  }

  it('names the user, the fields and the request of an import, which the host then forgets', async () => {
    const { visitor, onHost, onPanel, getId } = await start();
    await importFile(visitor, 'Colors', getCsv('Azure', '#111111'));
    expect(visitor.document.querySelector('main')?.textContent).not.toContain('history');
    await importFile(visitor, 'Colors', getCsv('Azure', '#222222'));
    await visitor.open(`/history/color/${await getId('Azure')}`);
    expect(visitor.document.body.textContent).not.toContain('Some imports');
    const rows = getRows(visitor);
    expect(rows[0]).toMatch(/mwansa@panel.example.+Update.+Color.+#111111.+#222222/);
    expect(rows[1]).toMatch(/Add.+Name.+Azure/);
    const changes = (await onPanel(
      "select username, request_id, outcome from record_change where entity = 'color'",
    )) as { request_id: string }[];
    expect(changes).toHaveLength(2);
    for (const change of changes) {
      expect(change).toMatchObject({ username: 'mwansa@panel.example', outcome: 'made' });
      expect(change.request_id).toMatch(/./);
    }
    expect(new Set(changes.map((change) => change.request_id)).size).toBe(2);
    await expect.poll(() => onHost('select n from imported_change')).toEqual([]);
    await expect.poll(() => onPanel('select job_id from remote_import')).toEqual([]);
  });

  it('has an import before a later save, and both can be taken back', async () => {
    const { visitor, onHost, onPanel, getId } = await start();
    await importFile(visitor, 'Colors', getCsv('Bronze', '#111111'));
    await importFile(visitor, 'Colors', getCsv('Bronze', '#222222'));
    const id = await getId('Bronze');
    await visitor.open(`/color/edit/${id}`);
    await visitor.press('Save', { Color: '#333333' });
    const code = () => onHost('select color_code from color where color_id = ?', id);
    expect(await onPanel('select action from record_change order by seq')).toEqual(
      ['Add', 'Update', 'Update'].map((action) => ({ action })),
    );
    const changes = (await onPanel('select id from record_change order by seq desc')) as Row[];
    const before = [[{ color_code: '#222222' }], [{ color_code: '#111111' }], []];
    for (const [at, { id: change }] of changes.entries()) {
      await visitor.open(`/undo/${change}`);
      await visitor.press('Take back this change');
      expect(await code()).toEqual(before[at]);
    }
  });
});

describe('an import into a remote host', () => {
  const remote = remotePanel();
  const report = {
    ...{ rows: 1, added: 1, changed: 0, unchanged: 0, refused: 0 },
    ...{ refusals: [], changes: [], leftAside: [] },
  };
  const unlisted = /is not in the history of the records, because the API host does not say/;
  const delayed = /not in the history of the records yet/;
  const text = () => remote.visitor.document.querySelector('main')?.textContent ?? '';

  /** Makes the host accept an import. `says` is what it says about the changes. */
  function hostImports(says: object) {
    remote.host.on('import/color', ({ body }) => {
      const id = /name="id"\r\n\r\n([\w-]+)/.exec(body)?.[1] ?? '';
      const isCheck = /name="dryrun"\r\n\r\n1/.test(body);
      const job = { id, state: isCheck ? 'checked' : 'done', rows: 1, report, message: null };
      remote.host.on(`import/state/${id}`, () => envelope([{ ...job, ...says }]));
      return envelope([{ ...job, ...says }]);
    });
  }

  const importOne = () => importFile(remote.visitor, 'Colors', getCsv('Azure', '#111111'));
  const calls = (path: string) => remote.host.calls.filter((call) => call.path.startsWith(path));
  /** Opens the history of the color that the test imports. */
  async function openHistory(): Promise<string[]> {
    remote.host.on(`color/id/${colorId}`, () => envelope([{ color_id: colorId }]));
    await remote.visitor.open(`/history/color/${colorId}`);
    return getRows(remote.visitor);
  }

  afterEach(async () => {
    colorId += 1;
    for (const table of ['pending_import_part', 'pending_import', 'remote_import'])
      await remote.sql(`delete from ${table}`);
  });

  it('succeeds if the host knows nothing of changes; the pages and the log say that there is no history', async () => {
    hostImports({});
    await importOne();
    expect(text()).toContain('Imported 1 color.');
    expect(text()).toMatch(unlisted);
    expect(remote.host.to('import/color').at(-1)?.body).toContain('name="changes"\r\n\r\n1\r\n');
    expect(calls('import/changes/')).toEqual([]);
    expect(await openHistory()).toEqual([]);
    expect(text()).toContain('Some imports are not listed, because the API host did not say');
    expect(readLog(remote.panel)).toContain('is not in the history of the records');
  });

  const answers: readonly [string, Answer][] = [
    ['does not have the endpoint', (_call, response) => fail(response, 404)],
    ['is out of order', (_call, response) => fail(response, 500)],
    ['closes the connection', (_call, response) => void response.destroy()],
    ['answers with a page', (_call, response) => response.end('<p>Hi</p>')],
    ['answers with other items', () => envelope([{ color_id: 1, user_password: 'secret' }])],
    ['answers with a wrong id', () => envelope([change(1, { change_id: '1' })])],
    ['answers with a list as value', () => envelope([change(1, { after_change: '["secret"]' })])],
    ['answers with broken JSON', () => envelope([change(1, { after_change: '{"secret' })])],
    ['repeats a change', () => envelope([change(1), change(1)])],
    ['sends more than was imported', () => envelope([change(1), change(2), change(3)])],
    ['refuses', () => refusal('secret')],
  ];
  it.each(answers)(
    'succeeds if the host, which stores changes, %s; they get into the history once it returns them',
    async (_what, answer) => {
      hostImports({ storesChanges: true });
      remote.host.onAny('import/changes/', answer);
      await importOne();
      expect(text()).toContain('Imported 1 color.');
      expect(text()).toMatch(delayed);
      expect(await openHistory()).toHaveLength(0);
      expect(text()).toContain('Some imports are not listed yet');
      expect(readLog(remote.panel)).toContain('imported changes are not in the history yet');
      expect(readLog(remote.panel)).not.toContain('secret');

      const good = change(7, { change_id: randomBytes(16).toString('base64url') });
      remote.host.onAny('import/changes/', ({ search }) =>
        envelope(new URLSearchParams(search).get('after') === '0' ? [good] : []),
      );
      // The page asks the host again.
      await expect.poll(openHistory).toHaveLength(1);
      const [row] = getRows(remote.visitor);
      expect(row).toMatch(/ann.+Add.+Name.+Azure/);
      expect(text()).not.toContain('not listed yet');
      expect(calls('import/moved/').map(({ fields }) => fields)).toEqual([{ last: '7' }]);
      expect(await remote.sql('select job_id from remote_import')).toEqual([]);
    },
  );

  it('has only declared fields in the history, with the user and the request that the panel knows', async () => {
    hostImports({ storesChanges: true });
    const values = { color_name: 'Azure', user_password: 'secret', __proto__: 'x' };
    const forged = { username: 'eve', at: 1, request_id: 'forged', entity: 'user' };
    const item = change(1, { ...forged, after_change: JSON.stringify(values) });
    const sent = { ...item, change_id: randomBytes(16).toString('base64url') };
    remote.host.onAny('import/changes/', ({ search }) =>
      envelope(new URLSearchParams(search).get('after') === '0' ? [sent] : []),
    );
    await importOne();
    await expect.poll(() => remote.sql('select job_id from remote_import')).toEqual([]);
    const [row] = (await remote.sql(
      'select * from record_change order by seq desc limit 1',
    )) as Record<string, string>[];
    expect(row).toMatchObject({ entity: 'color', username: 'ann', action: 'Add' });
    expect(row?.request_id).not.toBe('forged');
    expect(Math.abs(Date.now() - Number(row?.at))).toBeLessThan(600_000);
    expect(JSON.stringify(row)).not.toContain('secret');
  });

  it('succeeds while the host does not answer, and is in the history before a later save', async () => {
    hostImports({ storesChanges: true });
    const id = randomBytes(16).toString('base64url');
    const imported = change(1, { change_id: id });
    const values = { color_id: colorId, color_name: 'Azure', color_code: '#111111', c_status: 1 };
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    // Only the changes of one record come in time.
    remote.host.onAny('import/changes/', async ({ search }) => {
      const query = new URLSearchParams(search);
      if (query.get('record') === String(colorId)) return envelope([imported]);
      await gate;
      return envelope(query.get('after') === '0' ? [imported] : []);
    });
    await importOne();
    expect(text()).toContain('Imported 1 color.');
    remote.host.on(`color/id/${colorId}`, () => envelope([values]));
    remote.host.on('color/update', () => envelope([{ ...values, color_code: '#222222' }]));
    await remote.visitor.open(`/color/edit/${colorId}`);
    await remote.visitor.press('Save', { Color: '#222222' });
    letGo();
    await expect.poll(() => remote.sql('select job_id from remote_import')).toEqual([]);
    const newest = 'select id, action from record_change order by seq desc limit 2';
    expect(await remote.sql(newest)).toEqual([
      { id: expect.any(String), action: 'Update' },
      { id, action: 'Add' },
    ]);
  });

  it('that is refused leaves nothing to be collected', async () => {
    hostImports({});
    await checkFile(remote.visitor, 'Colors', getCsv('Azure', '#111111'));
    hostImports({ state: 'refused', report: { ...report, refused: 1 } });
    await remote.visitor.press('Import 1 row');
    expect(text()).toContain('1 row cannot be imported');
    expect(await remote.sql('select job_id from remote_import')).toEqual([]);
  });

  it('is given up after 30 days in which the host did not return its changes', async () => {
    hostImports({ storesChanges: true });
    remote.host.onAny('import/changes/', () => refusal('Not today'));
    await importOne();
    await remote.sql('update remote_import set at = at - ?', 31 * 24 * 3_600_000);
    await expect
      .poll(async () => {
        await openHistory();
        return text();
      })
      .toContain('Some imports are not listed, because');
    const asked = calls('import/changes/').length;
    await openHistory();
    expect(calls('import/changes/')).toHaveLength(asked);
  });
});

function fail(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end('<p>Sorry</p>');
}

/** Returns an item with a change of the test's color, as the own host sends it. */
function change(n: number, more: object = {}) {
  return {
    ...{ n, change_id: String(n).padEnd(22, '-'), record_id: String(colorId) },
    ...{ before_change: null, after_change: '{"color_name":"Azure"}' },
    ...more,
  };
}
