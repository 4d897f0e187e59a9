import { describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { demoPanel } from '../support/embedded';
import { exportFull } from '../support/full-export';
import { awaitImport, checkFile, importChecked, importFile } from '../support/import-steps';
import { take } from '../support/take';
import type { Visitor } from '../support/visitor';

const demo = demoPanel({ LOG_LEVEL: 'debug' });

function readColors(name: string): Promise<unknown[]> {
  return demo.sql('select color_code, color_status from color where color_name = ?', name);
}

function readCount(visitor: Visitor, label: string): string | null | undefined {
  return visitor.page.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
}

function readAuditEntries(): Promise<unknown[]> {
  return demo.sql(
    "select audit_action, audit_description from audit_entry where audit_title = 'Import Data' order by audit_id",
  );
}

describe('importing is refused', () => {
  it('to a researcher, whose menu does not show it', async () => {
    const visitor = await demo.signedIn('researcher');
    await visitor.open('/home');
    expect(visitor.page.queryByRole('link', { name: /Import Data/ })).toBeNull();
    const form = new FormData();
    form.set('list', 'colors');
    form.set('file', new File(['Name\nRed\n'], 'data.csv'));
    for (const path of ['/import', '/import/some-token']) {
      for (const init of [{}, { method: 'POST', body: form }]) {
        await visitor.open(path, init);
        expect(visitor.status).toBe(403);
        const text = visitor.document.body.textContent;
        expect(text).toContain('Only administrators can import data.');
        expect(text).toContain('Ask an administrator to import your file.');
        expect(text).not.toContain('report it');
      }
    }
  });

  it('without a list and a file, with both reasons', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/import');
    await visitor.press('Check file');
    expect(visitor.status).toBe(400);
    const summary = visitor.page.getByRole('alert').textContent;
    expect(summary).toContain('List is required');
    expect(summary).toContain('File is required');
  });

  it('with several files, of which only the user can say which is meant', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/import');
    const body = new FormData();
    for (const [name, value] of visitor.getBody('Check file', { List: 'Colors' }))
      body.append(name, value);
    for (const name of ['Red', 'Blue', 'Green'])
      body.append('file', new File([`Name,Code\n${name},#000000\n`], `${name}.csv`));
    await visitor.open('/import', { method: 'POST', body });
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('alert').textContent).toContain(
      'Choose only one file for the import',
    );
  });

  it.each([
    ['a file that is empty', '', 'The file is empty'],
    [
      'columns that the list does not have',
      'Name,Hat\nRed,1\n',
      'color records have no column “Hat”',
    ],
    ['text that is not valid CSV', 'Name\n"Red\n', 'a quotation mark is opened and never closed'],
    ['more than 10 MB', `Name\n${'x'.repeat(10 * 1024 * 1024)}`, 'Files can have up to 10 MB'],
  ])('with %s, and the list stays chosen', async (_what, content, reason) => {
    const visitor = await demo.signedIn();
    await checkFile(visitor, 'Colors', content);
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('alert').textContent).toContain(reason);
    expect(visitor.shownValue('List')).toBe('Colors');
  });

  it('when a row is wrong: no row is imported, and no button offers the import', async () => {
    const visitor = await demo.signedIn();
    const right = 'Name,Code,Status\nSo right,#111111,Active\n';
    await checkFile(visitor, 'Colors', `${right}So wrong,,Active\n`);
    expect(visitor.status).toBe(200);
    expect(visitor.page.getByRole('alert').textContent).toContain('1 row cannot be imported');
    expect(visitor.page.getByRole('row', { name: /^3 Code: Color is required/ })).toBeTruthy();
    expect(visitor.page.queryByRole('button', { name: /^Import/ })).toBeNull();
    const forced = await visitor.request(visitor.url, {
      method: 'POST',
      body: new URLSearchParams(),
    });
    expect(forced.status).toBe(302);
    await visitor.open(visitor.url);
    expect(visitor.page.getByRole('status').textContent).toContain('Nothing was imported');
    expect(await readColors('So right')).toEqual([]);
  });

  it('to a file without a required column, with one error that names the column', async () => {
    const visitor = await demo.signedIn();
    const rows = Array.from({ length: 300 }, (_, n) => `Shade ${n},#111111\n`).join('');
    await checkFile(visitor, 'Colors', `Name,Code\n${rows}`);
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('alert').textContent).toContain(
      'Line 2 is a new color: add a column “Status” to the file.',
    );
  });

  it('to a file of wrong rows, of which the first thousand are checked', async () => {
    const visitor = await demo.signedIn();
    await checkFile(visitor, 'Colors', `Name,Code,Status\n${'Wrong,,Active\n'.repeat(1_500)}`);
    const stopped = visitor.page.getByText(/^The check stopped after 1,000 wrong rows\./);
    expect(stopped.textContent).toContain('The rest of the file was not checked.');
    expect(readCount(visitor, 'Refused')).toBe('1,000');
    expect(visitor.page.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  it('to a row that repeats another one, with both lines', async () => {
    const visitor = await demo.signedIn();
    const row = 'Twice,#111111,Active\n';
    await checkFile(visitor, 'Colors', `Name,Code,Status\n${row}Other,#111111,Active\n${row}`);
    expect(
      visitor.page.getByRole('row', { name: /^4 Line 4 repeats the Name of line 2/ }),
    ).toBeTruthy();
  });

  it('of a file that belongs to somebody else or has waited too long', async () => {
    const owner = await demo.signedIn();
    await checkFile(owner, 'Colors', 'Name,Code,Status\nOne,#111111,Active\n');
    const place = owner.url;
    await demo.sql("update job set owner = 'somebody'");
    await owner.open(place);
    expect(owner.url).toMatch(/\/import$/);
    expect(owner.page.getByRole('status').textContent).toContain('is no longer stored');

    await checkFile(owner, 'Colors', 'Name,Code,Status\nOne,#111111,Active\n');
    const late = owner.url;
    await demo.sql('update job set expires_at = expires_at - 1860000');
    await owner.open(late);
    expect(owner.url).toMatch(/\/import$/);
    expect(await demo.sql("select token from job where kind = 'import'")).toEqual([]);
  });

  it('when the data has changed since the check', async () => {
    const visitor = await demo.signedIn();
    await checkFile(visitor, 'Colors', 'ID,Name,Code,Status\n777,Late,#111111,Active\n');
    expect(readCount(visitor, 'New')).toBe('1');
    await demo.sql("insert into color (color_name, color_status) values ('late', 1)");
    await importChecked(visitor, '1 row');
    expect(visitor.page.getByText(/1 row cannot be imported/)).toBeTruthy();
    expect(visitor.page.getByRole('row', { name: /The color 'Late' exists already/ })).toBeTruthy();
    expect(await readColors('Late')).toEqual([]);
  });
});

describe('an administrator', () => {
  it('sees what a file would do, imports it, and finds the records in the list', async () => {
    const visitor = await demo.signedIn();
    const file = 'Name,Code,Status\nLeaf,#1B7F5C,Active\nMoon,#DDDDDD,Disabled\n';
    await checkFile(visitor, 'Colors', file);
    expect(readCount(visitor, 'New')).toBe('2');
    expect(await readColors('Leaf')).toEqual([]);
    await importChecked(visitor, '2 rows');
    expect(visitor.page.getByText('Imported 2 colors.')).toBeTruthy();
    expect(await readColors('Leaf')).toEqual([{ color_code: '#1B7F5C', color_status: 1 }]);
    expect(await readColors('Moon')).toEqual([{ color_code: '#DDDDDD', color_status: 2 }]);

    await checkFile(visitor, 'Colors', file.replace('#DDDDDD', '#EEEEEE'));
    expect([readCount(visitor, 'Changed'), readCount(visitor, 'Unchanged')]).toEqual(['1', '1']);
    expect(visitor.page.getByRole('row', { name: 'Code 1' })).toBeTruthy();
    await importChecked(visitor, '1 row');
    await checkFile(visitor, 'Colors', file.replace('#DDDDDD', '#EEEEEE'));
    expect(readCount(visitor, 'Unchanged')).toBe('2');
    expect(visitor.page.queryByRole('button', { name: /^Import/ })).toBeNull();
    await visitor.open('/colors?q=Leaf');
    expect(visitor.page.getByRole('link', { name: 'Leaf' })).toBeTruthy();
  });

  it('imports once, however often the button is pressed', async () => {
    const visitor = await demo.signedIn();
    await checkFile(visitor, 'Notifications', 'Type,Title,Body,Description\nPublic,Once,Hello,x\n');
    const body = visitor.getBody('Import 1 row');
    const place = visitor.url;
    const post = () => visitor.request(place, { method: 'POST', body });
    const answers = await Promise.all([post(), post()]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    await visitor.request(place, { method: 'POST', body: new URLSearchParams() });
    const title = "select notification_id from notification where notification_title = 'Once'";
    await visitor.open(place);
    await awaitImport(visitor);
    expect(await demo.sql(title)).toHaveLength(1);
  });

  it('cancels an import that is running, and imports the same file afterwards, once', async () => {
    const visitor = await demo.signedIn();
    const rows = 12_000;
    const names = Array.from({ length: rows }, (_, n) => `Bulk ${n},x,Active\n`).join('');
    const file = `Name,Description,Status\n${names}`;
    const stored = async () =>
      demo.sql("select sms_cat_name from sms_category where sms_cat_name like 'Bulk %'");

    await checkFile(visitor, 'SMS Categories', file);
    const place = visitor.url;
    const body = visitor.getBody('Import 12,000 rows');
    const importing = visitor.request(place, { method: 'POST', body });
    await expect
      .poll(async () => {
        await visitor.open(place);
        return visitor.page.queryByRole('heading', { level: 1 })?.textContent;
      })
      .toBe('Importing the file');
    await visitor.press('Cancel');
    expect((await importing).status).toBe(302);
    await visitor.open(place);
    await awaitImport(visitor);
    expect(visitor.title).toBe('Import cancelled');
    expect(await stored()).toEqual([]);

    await checkFile(visitor, 'SMS Categories', file);
    expect(readCount(visitor, 'New')).toBe('12,000');
    await importChecked(visitor, '12,000 rows');
    expect(visitor.title).toBe('Import finished');
    expect(visitor.page.getByText('Imported 12,000 SMS categories.')).toBeTruthy();
    const found = (await stored()).map((row) => JSON.stringify(row));
    expect([found.length, new Set(found).size]).toEqual([rows, rows]);
    const description = 'Imported SMS category: 12000 new, 0 changed, 0 unchanged, from data.csv';
    expect(await readAuditEntries()).toContainEqual({
      audit_action: 'Import',
      audit_description: 'Cancelled the import of SMS category records',
    });
    const done = (await readAuditEntries()).filter((entry) =>
      JSON.stringify(entry).includes(description),
    );
    expect(done).toHaveLength(1);
  });

  it('sees no change when importing an export, and reads which columns are not imported', async () => {
    const visitor = await demo.signedIn();
    for (const [path, list] of [
      ['/participants', 'Participants'],
      ['/peer-navigators', 'Peer Navigators'],
    ] as const) {
      const answer = await exportFull(visitor, path);
      await checkFile(visitor, list, new File([await answer.arrayBuffer()], 'export.csv'));
      expect(
        visitor.page.getByText(/^Nothing to import: the list already has everything in the file/),
      ).toBeTruthy();
      expect([readCount(visitor, 'New'), readCount(visitor, 'Refused')]).toEqual(['0', '0']);
    }
    expect(visitor.page.getByText(/^Not imported, because/).textContent).toContain('Minutes');
  });

  it('imports no HTML that the editor could not make', async () => {
    const visitor = await demo.signedIn();
    const html = '<p onclick=x>Open <b>daily</b></p><script>alert(1)</script>';
    const rows = [
      { Name: 'Imported', Description: 'x', Type: 'Standard', Status: 1, Content: html },
    ];
    await importFile(visitor, 'Resources', new File([JSON.stringify(rows)], 'data.json'));
    const content = "select resource_content from resource where resource_name = 'Imported'";
    expect(await demo.sql(content)).toEqual([
      { resource_content: '<p>Open <strong>daily</strong></p>' },
    ]);
  });

  it('leaves entries for the view, the check and the import, and no names in the log', async () => {
    const visitor = await demo.signedIn();
    const before = (await readAuditEntries()).length;
    await checkFile(visitor, 'Participants', 'Study No,Residency\nS-secret,+260-secret\n');
    await importChecked(visitor, '1 row');
    await expect.poll(async () => (await readAuditEntries()).length).toBe(before + 5);
    expect((await readAuditEntries()).slice(before)).toEqual(
      expect.arrayContaining(
        [
          ['View', 'Viewed Import Data'],
          ['Import', 'Checked a file for Participants: 1 new, 0 changed, 0 unchanged, 0 refused'],
          ['View', 'Viewed Check the import for Participants'],
          ['Import', 'Imported participant: 1 new, 0 changed, 0 unchanged, from data.csv'],
          ['View', 'Viewed Import finished for Participants'],
        ].map(([audit_action, audit_description]) => ({ audit_action, audit_description })),
      ),
    );
    expect(demo.panel.output()).not.toContain('secret');
  });

  it('leaves the file encrypted in the panel’s store, and nothing of it after the import', async () => {
    const visitor = await demo.signedIn();
    await demo.sql('delete from job');
    await checkFile(visitor, 'Participants', 'Study No,Residency\nS-9000,+260-legible\n');
    const readStored = async () => [
      ...(await demo.sql('select * from job')),
      ...(await demo.sql('select * from job_part')),
    ];
    expect(await readStored()).toHaveLength(2);
    expect(JSON.stringify(await readStored())).not.toMatch(/legible|S-9000|data\.csv/);
    await importChecked(visitor, '1 row');
    await expect.poll(() => demo.sql('select n from job_part')).toEqual([]);
  });
});

describe('an import of users', () => {
  it('takes effect at once in the open sessions of the changed users', async () => {
    const [admin, researcher] = [await demo.signedIn(), await demo.signedIn('researcher')];
    const [user] = take(
      (await demo.sql(
        'select user_id from user_account where user_username = ?',
        demoSignIns.researcher.username,
      )) as { user_id: number }[],
      1,
    );
    const change = (column: string, value: string) =>
      importFile(admin, 'Users', `ID,${column}\n${user.user_id},${value}\n`);
    const requestStatus = async (path: string) => {
      const response = await researcher.request(path);
      await response.body?.cancel();
      return response.status;
    };
    expect(await requestStatus('/import')).toBe(403);
    await change('Role', 'Administrator');
    expect(await requestStatus('/import')).toBe(200);
    await change('Role', 'Researcher');
    expect(await requestStatus('/import')).toBe(403);
    await change('Status', 'Disabled');
    expect(await requestStatus('/home')).toBe(302);
    expect(await demo.sql('select * from session where user_id = ?', `${user.user_id}`)).toEqual(
      [],
    );
    await change('Status', 'Active');
  });
});
