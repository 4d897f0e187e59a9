import { afterEach, describe, expect, it } from 'vitest';
import { formInputs } from '../../app/lib/core/form/form-view';
import { defined } from '../../shared/defined';
import { envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { take } from '../support/take';
import { Visitor } from '../support/visitor';

const remote = remotePanel();

const report = {
  rows: 3,
  added: 1,
  changed: 1,
  unchanged: 1,
  refused: 0,
  refusals: [],
  changes: [{ column: 'Code', records: 1 }],
  leftAside: [],
};

async function check(content = 'Name,Code\nRed,#f00\n') {
  await remote.visitor.open('/import');
  const file = new File([content], 'colors.csv');
  return remote.visitor.press('Check file', { List: 'Colors' }, { File: file });
}

describe('a remote host', () => {
  const failed = 'An error occured when checking the file. Please try again';
  it.each([
    ['has no path for imports', 404, '', 'This API host does not accept imports'],
    ['accepts no post at the path', 405, '', 'This API host does not accept imports'],
    ['sends no report', 200, JSON.stringify(envelope([])), 'does not accept imports'],
    ['refuses', 200, JSON.stringify(refusal('Not on Sundays')), 'Not on Sundays'],
    ['fails with status 500', 500, '', failed],
    ['answers HTML', 200, '<p>Hello</p>', failed],
  ])(
    'that %s makes the form show an error and keep the chosen list',
    async (_what, status, body, words) => {
      remote.host.on('import/color', (_call, response) => {
        response.statusCode = status;
        response.end(body);
      });
      await check();
      expect(remote.visitor.status).toBe(400);
      expect(remote.visitor.page.getByRole('alert').textContent).toContain(words);
      expect(remote.visitor.shownValue('List')).toBe('Colors');
    },
  );

  it('gets the file, the user name and the column titles: first to check, then to import', async () => {
    remote.host.on('import/color', () => envelope([report]));
    await check();
    const [checked] = take(remote.host.to('import/color'), 1);
    for (const part of [
      /name="user"\r\n\r\nann\r\n/,
      /name="dryrun"\r\n\r\n1\r\n/,
      /name="titles"\r\n\r\n\{[^\n]*"Code":"color_code"/,
      /name="file"; filename="colors.csv"/,
      /Name,Code\nRed,#f00\n/,
    ])
      expect(checked.body).toMatch(part);
    await remote.visitor.press('Import 2 rows');
    expect(defined(remote.host.to('import/color')[1]).body).toMatch(/name="dryrun"\r\n\r\n0\r\n/);
    expect(remote.visitor.page.getByText('Imported 2 colors.')).toBeTruthy();
  });

  it('that does not look for suspicious values is said not to, and gets no choices', async () => {
    remote.host.on('import/color', () => envelope([report]));
    await check('Name,Code\nNA,#f00\n');
    const { page } = remote.visitor;
    expect(page.getByText(/This API host does not look for suspicious values/)).toBeTruthy();
    expect(page.queryByRole('button', { name: 'Check again with these choices' })).toBeNull();
    await remote.visitor.press('Import 2 rows');
    expect(defined(remote.host.to('import/color').at(-1)).body).not.toContain('name="choices"');
  });

  it('that looks for suspicious values gets the choices with the check and with the import', async () => {
    const column = {
      ...{ name: 'color_name', title: 'Name', empty: 0, undecided: true },
      suspicious: [{ kind: 'missing', count: 1, examples: [{ line: 2, text: 'NA' }] }],
      unknown: { count: 0, examples: [] },
    };
    remote.host.on('import/color', () => envelope([{ ...report, columns: [column] }]));
    await check('Name,Code\nNA,#f00\n');
    const button = () => remote.visitor.page.queryByRole('button', { name: 'Import 2 rows' });
    expect(button()).toBeNull();
    const decided = { ...column, choice: 'keep', undecided: false };
    remote.host.on('import/color', () => envelope([{ ...report, columns: [decided] }]));
    await remote.visitor.press('Check again with these choices', {
      Name: 'Keep them as they are',
    });
    await remote.visitor.press('Import 2 rows');
    const sent = remote.host.to('import/color').slice(-2);
    expect(sent.map(({ body }) => /name="dryrun"\r\n\r\n(.)/.exec(body)?.[1])).toEqual(['1', '0']);
    for (const { body } of sent)
      expect(body).toContain('name="choices"\r\n\r\n{"color_name":"keep"}');
  });

  it.each([
    ['more than once', [{ name: 'a' }, { name: 'a' }]],
    ['with a name that is none', [{ name: 'a[0]' }]],
  ])('that names a column %s is shown as one that looks for none', async (_what, names) => {
    const columns = names.map((name) => ({
      ...{ ...name, title: 'Name', empty: 0, undecided: true, suspicious: [] },
      unknown: { count: 0, examples: [] },
    }));
    remote.host.on('import/color', () => envelope([{ ...report, columns }]));
    await check();
    expect(
      remote.visitor.page.getByText(/This API host does not look for suspicious values/),
    ).toBeTruthy();
    expect(remote.visitor.page.getByRole('button', { name: 'Import 2 rows' })).toBeTruthy();
  });

  it('is asked about a signed-in user at the next request after it has imported users', async () => {
    remote.host.on('import/user', () => envelope([report]));
    await remote.visitor.open('/import');
    const file = new File(['ID,Status\n2,Disabled\n'], 'users.csv');
    await remote.visitor.press('Check file', { List: 'Users' }, { File: file });
    const asked = () => remote.host.to(`user/id/${ann.user_id}`).length;
    const before = asked();
    await remote.visitor.press('Import 2 rows');
    expect(remote.visitor.page.getByText('Imported 2 users.')).toBeTruthy();
    expect(asked()).toBeGreaterThan(before);
  });
});

describe('without script, an import that takes long', () => {
  type State = { state: string; rows?: number; report?: unknown };

  /** Makes the host report this state for the latest check or import, until the check or import is cancelled. */
  function hostSays(first: State) {
    const known = { id: '', rows: 0, report: null, message: null, ...first };
    const cancelled: string[] = [];
    remote.host.on('import/color', ({ body }) => {
      known.id = /name="id"\r\n\r\n([\w-]+)/.exec(body)?.[1] ?? '';
      remote.host.on(`import/state/${known.id}`, () => envelope([known]));
      remote.host.on(`import/cancel/${known.id}`, ({ fields }) => {
        cancelled.push(`${known.id} by ${fields.user}`);
        if (known.state === 'checking' || known.state === 'staging') known.state = 'cancelled';
        return envelope([known]);
      });
      return envelope([known]);
    });
    return { known, cancelled };
  }
  // All tests share one user, who can have only four files checked or imported at the same time.
  afterEach(async () => {
    await remote.sql('delete from job');
  });
  const page = () => remote.visitor.page;
  const heading = () => page().getByRole('heading', { level: 1 }).textContent;

  it('shows its progress when a link is followed, and is cancelled by a button', async () => {
    const { known, cancelled } = hostSays({ state: 'checking', rows: 1200 });
    await check();
    expect(heading()).toBe('Checking the file');
    expect(page().getByText('1,200 rows checked so far.').getAttribute('role')).toBe('status');
    known.rows = 2400;
    await remote.visitor.open(
      page().getByRole('link', { name: 'Show progress now' }).getAttribute('href') ?? '',
    );
    expect(page().getByText('2,400 rows checked so far.')).toBeTruthy();
    await remote.visitor.press('Cancel');
    expect(cancelled).toEqual([`${known.id} by ann`]);
    expect(heading()).toBe('Import cancelled');
    expect(page().queryByRole('button', { name: /^(Cancel|Import)/ })).toBeNull();
    expect(page().getByRole('link', { name: 'Choose a file again' })).toBeTruthy();
  });

  it('is followed from the check to its end, and each state has its own page', async () => {
    const { known } = hostSays({ state: 'checked', rows: 3, report });
    await check();
    const address = remote.visitor.url;
    Object.assign(known, { state: 'staging', rows: 2, report: null });
    await remote.visitor.press('Import 2 rows');
    for (const [state, title, cancel] of [
      ['staging', 'Importing the file', true],
      ['applying', 'Importing the file', false],
      ['done', 'Import finished', false],
      ['checking', 'Import finished', false],
    ] as const) {
      Object.assign(known, { state, report: state === 'done' ? report : null });
      await remote.visitor.open(address);
      expect([state, heading()]).toEqual([state, title]);
      expect(page().queryByRole('button', { name: 'Cancel' }) !== null).toBe(cancel);
    }
  });

  it('shows why it failed, and says so if it was too late to cancel', async () => {
    const { known } = hostSays({ state: 'checking' });
    await check();
    const address = remote.visitor.url;
    const body = remote.visitor.getBody('Cancel');
    Object.assign(known, { state: 'failed', message: 'The file takes too much memory.' });
    await remote.visitor.open(address);
    expect(page().getByRole('alert').textContent).toContain('The file takes too much memory.');

    const second = hostSays({ state: 'checking' });
    await check();
    Object.assign(second.known, { state: 'checked', rows: 3, report });
    await remote.visitor.open(remote.visitor.url, { method: 'POST', body });
    expect(page().getByText(/It was too late to cancel/)).toBeTruthy();
    expect(page().getByRole('button', { name: 'Import 2 rows' })).toBeTruthy();
  });

  it('can still be opened and cancelled after the user has checked five more files', async () => {
    hostSays({ state: 'checked', rows: 3, report });
    await check();
    const first = hostSays({ state: 'staging' });
    const address = remote.visitor.url;
    await remote.visitor.press('Import 2 rows');
    hostSays({ state: 'checked', rows: 3, report });
    for (let file = 0; file < 5; file += 1) await check();
    await remote.visitor.open(address);
    expect(heading()).toBe('Importing the file');
    await remote.visitor.press('Cancel');
    expect(first.cancelled).toHaveLength(1);
    expect(heading()).toBe('Import cancelled');
  });

  it('is refused with a message, before the host gets the file, while four others are under way', async () => {
    const running = [];
    for (let file = 0; file < 4; file += 1) {
      running.push(hostSays({ state: 'checking' }));
      await check();
      expect(heading()).toBe('Checking the file');
    }
    await check();
    expect(remote.visitor.status).toBe(400);
    const reason = page().getByRole('alert').textContent;
    expect(reason).toContain('Four files of yours are being checked or imported');
    expect(remote.host.to('import/color')).toHaveLength(4);
    Object.assign(defined(running[2]).known, { state: 'checked', rows: 3, report });
    await check();
    expect(heading()).toBe('Checking the file');
  });

  it('does not hold a place if the host refuses it, or no longer knows it', async () => {
    for (let file = 0; file < 4; file += 1) {
      hostSays({ state: 'checked', rows: 3, report });
      await check();
      remote.host.on('import/color', () => refusal('Several files are being imported'));
      await remote.visitor.press('Import 2 rows');
      expect(page().getByText(/Several files are being imported/)).toBeTruthy();
    }
    hostSays({ state: 'checked', rows: 3, report });
    await check();
    expect(heading()).toBe('Check the import');
  });

  it('begins only once when four requests ask for it at the same time', async () => {
    hostSays({ state: 'checked', rows: 3, report });
    // Reading a long file back takes a while, in which the other requests arrive.
    await check(`Name,Code\n${'Red,#f00\n'.repeat(600_000)}`);
    const address = remote.visitor.url;
    const before = remote.host.to('import/color').length;
    hostSays({ state: 'done', rows: 3, report });
    const posts = ['a', 'b', 'c', 'd'].map((token) =>
      remote.visitor.request(address, {
        method: 'POST',
        body: new URLSearchParams({ [formInputs.token]: token }),
      }),
    );
    const answers = await Promise.all(posts);
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302]);
    expect(remote.host.to('import/color').length - before).toBe(1);
    await remote.visitor.open(address);
    expect(heading()).toBe('Import finished');
    expect(page().getByText('Imported 2 colors.')).toBeTruthy();
  });

  it('is shown as finished if the host has imported the file, although the answer of the host was lost', async () => {
    hostSays({ state: 'checked', rows: 3, report });
    await check();
    const address = remote.visitor.url;
    remote.host.on('import/color', (_call, response) => {
      response.statusCode = 500;
      response.end();
    });
    await remote.visitor.press('Import 2 rows');
    expect(page().getByText(/An error occured when importing the file/)).toBeTruthy();
    await remote.visitor.press('Import 2 rows');
    const ids = remote.host
      .to('import/color')
      .slice(-2)
      .map(({ body }) => /name="id"\r\n\r\n([\w-]+)/.exec(body)?.[1]);
    expect(ids[0]).toBe(ids[1]);
    const known = { id: ids[0], state: 'done', rows: 3, report, message: null };
    remote.host.on(`import/state/${ids[0]}`, () => envelope([known]));
    await remote.visitor.open(address);
    expect(heading()).toBe('Import finished');
    expect(page().getByText('Imported 2 colors.')).toBeTruthy();
  });

  it('can be repeated with the same id, even after five more files, if the answer of the host was lost', async () => {
    hostSays({ state: 'checked', rows: 3, report });
    await check();
    const address = remote.visitor.url;
    remote.host.on('import/color', (_call, response) => {
      response.statusCode = 500;
      response.end();
    });
    await remote.visitor.press('Import 2 rows');
    const sent = () => defined(remote.host.to('import/color').at(-1)).body;
    const id = /name="id"\r\n\r\n([\w-]+)/.exec(sent())?.[1];
    hostSays({ state: 'checked', rows: 3, report });
    for (let file = 0; file < 5; file += 1) await check();
    await remote.visitor.open(address);
    expect(page().getByRole('button', { name: 'Import 2 rows' })).toBeTruthy();
    hostSays({ state: 'done', rows: 3, report });
    await remote.visitor.press('Import 2 rows');
    // The same id: a host that has imported the file does not import it again.
    expect(sent()).toContain(defined(id));
  });

  it('is not cancelled by somebody else, who only knows its address', async () => {
    const { known, cancelled } = hostSays({ state: 'checking' });
    await check();
    const body = remote.visitor.getBody('Cancel');
    const address = remote.visitor.url;
    remote.host.on('login', () => envelope([{ ...ann, user_id: '8', user_username: 'ben' }]));
    const other = await new Visitor(remote.panel.url).signIn();
    await other.request(address, { method: 'POST', body });
    expect(cancelled).toEqual([]);
    await other.open(address);
    expect(other.url).toMatch(/\/import$/);
    expect(known.state).toBe('checking');
  });
});
