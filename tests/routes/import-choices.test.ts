import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import { awaitImport, checkFile, importChecked } from '../support/import-steps';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();
const AGAIN = 'Check again with these choices';

const head = 'Study No,Residency,Contact Frequency\n';

/** Posts the form of a page with this button and these choices, and returns the visitor with the answer. */
async function send(visitor: Visitor, button: string, choices: Record<string, string>) {
  const body = visitor.getBody(button);
  for (const [column, choice] of Object.entries(choices)) body.set(`choice-${column}`, choice);
  await visitor.open(visitor.url, { method: 'POST', body });
  return awaitImport(visitor);
}

function readChoice(visitor: Visitor, column: string): string | undefined {
  return visitor.document.querySelector<HTMLInputElement>(`input[name="choice-${column}"]:checked`)
    ?.value;
}

function readStored(prefix: string) {
  return demo.sql(
    'select study_number, residency from participant where study_number like ? order by id',
    `${prefix}%`,
  );
}

const importButton = (visitor: Visitor) =>
  visitor.page.queryByRole('button', { name: /^Import \d/ });

describe('suspicious values, without script', () => {
  it('prevent the import until a choice is made, which is checked before it is confirmed', async () => {
    const visitor = await demo.signedIn();
    await checkFile(visitor, 'Participants', `${head}A-1,NA,Weekly\nA-2,Kafue,1.0\n`);
    expect(
      visitor.page.getByText(/choose below what happens to the suspicious values/),
    ).toBeTruthy();
    expect(importButton(visitor)).toBeNull();
    expect(readChoice(visitor, 'residency')).toBe('stop');
    expect(visitor.page.getByRole('group', { name: 'Residency' }).textContent).toContain(
      '1 value looks like a missing value: “NA” in line 2',
    );

    await send(visitor, AGAIN, { residency: 'empty' });
    expect(importButton(visitor)).toBeNull();
    expect(readChoice(visitor, 'residency')).toBe('empty');
    await send(visitor, AGAIN, { contact_frequency: 'keep' });
    expect(readChoice(visitor, 'residency')).toBe('empty');
    await importChecked(visitor, '2 rows');
    expect(visitor.title).toBe('Import finished');
    expect(await readStored('A-')).toEqual([
      { study_number: 'A-1', residency: null },
      { study_number: 'A-2', residency: 'Kafue' },
    ]);
    const entries = await demo.sql(
      "select audit_description from audit_entry where audit_action = 'Import' order by audit_id desc",
    );
    expect(JSON.stringify(entries[0])).toContain(
      'suspicious values: read as empty in “Residency”, kept in “Contact Frequency”',
    );
  });

  it('are not imported by a form that was sent without its button', async () => {
    const visitor = await demo.signedIn();
    await checkFile(visitor, 'Participants', `${head}B-1,NA,Weekly\n`);
    await visitor.open(visitor.url, { method: 'POST', body: new URLSearchParams() });
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('alert').textContent).toContain('Choose what happens');
    expect(await readStored('B-')).toEqual([]);
  });

  it('are imported as they were checked: with other choices, the form is refused and keeps them', async () => {
    const visitor = await demo.signedIn();
    await checkFile(visitor, 'Participants', `${head}C-1,NA,Weekly\n`);
    await send(visitor, AGAIN, { residency: 'keep' });
    await send(visitor, 'Import 1 row', { residency: 'empty' });
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('alert').textContent).toContain('Check again first');
    expect(readChoice(visitor, 'residency')).toBe('empty');
    expect(await readStored('C-')).toEqual([]);
  });

  it('are imported with the choice of one window, if two confirm different ones at once', async () => {
    const visitor = await demo.signedIn();
    await checkFile(visitor, 'Participants', `${head}D-1,NA,Weekly\n`);
    const place = visitor.url;
    const bodies = ['keep', 'empty'].map((choice) => {
      const body = visitor.getBody(AGAIN);
      body.set('choice-residency', choice);
      return body;
    });
    const answers = await Promise.all(
      bodies.map((body) => visitor.request(place, { method: 'POST', body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400]);
    await visitor.open(place);
    await awaitImport(visitor);
    const won = answers[0]?.status === 302 ? 'keep' : 'empty';
    expect(readChoice(visitor, 'residency')).toBe(won);
    const stale = new URLSearchParams(bodies[0]);
    stale.delete('intent');
    const refused = await visitor.request(place, { method: 'POST', body: stale });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('checked again in another window');
    expect(await readStored('D-')).toEqual([]);
  });

  it('refuse rows of dates, and no longer do once they are read as empty', async () => {
    const visitor = await demo.signedIn();
    await checkFile(visitor, 'Participants', 'Study No,DOB\nE-1,NA\n');
    expect(visitor.page.getByRole('alert').textContent).toContain('1 row cannot be imported');
    await send(visitor, AGAIN, { birthday: 'empty' });
    await importChecked(visitor, '1 row');
    expect(await readStored('E-')).toHaveLength(1);
  });
});

describe('the check of a file', () => {
  it('shows the first new, changed and refused rows, with their spaces and line ends', async () => {
    const visitor = await demo.signedIn();
    const rows = ['F-1,"Ka\n fue",Weekly', 'F-2,Kafue\u00a0,', 'F-3,\u200bLusaka,', 'F-4,x,'];
    await checkFile(visitor, 'Participants', `${head}${rows.join('\n')}\nF-5\n`);
    const { page } = visitor;
    expect(page.getByRole('heading', { name: 'First rows that would be new' })).toBeTruthy();
    const lines = [...visitor.document.querySelectorAll('ol h3')];
    expect(lines.map(({ textContent }) => textContent)).toEqual(['Line 2', 'Line 4', 'Line 5']);
    expect(page.getAllByText('(line end)', { exact: false }).length).toBeGreaterThan(0);
    expect(page.getAllByText('(no-break space)', { exact: false }).length).toBeGreaterThan(0);
    expect(page.getAllByText('(invisible character)', { exact: false }).length).toBeGreaterThan(0);
    const legend = visitor.document.querySelector('dl[aria-label="Signs"]')?.textContent;
    for (const meaning of ['no-break space', 'tab', 'line end', 'invisible character'])
      expect(legend).toContain(meaning);
    expect(page.getByRole('row', { name: /^7 The row has 1 cell/ })).toBeTruthy();
  });

  it('finds codes that became numbers', async () => {
    const visitor = await demo.signedIn();
    const columns = 'study_number,own_phone,downloaded_messenger,phone_number\n';
    const rows = 'X-9201,1.0,2.0,260970009201.0\nX-9202,,1.0,\nX-9203,2.0,,260970009203.0\n';
    await checkFile(visitor, 'Participants', columns + rows);
    expect(importButton(visitor)).toBeNull();
    expect(visitor.html).toContain('260970009201.0');
  });
});

describe('the files of a user', () => {
  it('are listed on the page of imports, with the time left, and can be removed there', async () => {
    const visitor = await demo.signedIn();
    await demo.sql('delete from job');
    await checkFile(
      visitor,
      'Colors',
      new File(['Name,Code,Status\nRed 9,#111111,Active\n'], 'red.csv'),
    );
    const place = visitor.url;
    await visitor.open('/import');
    const item = visitor.page.getByRole('link', { name: 'red.csv' }).closest('li');
    expect(item?.textContent).toMatch(
      /Colors: checked, open it to go on\. Stored for (29|30) more minutes/,
    );
    await visitor.press('Remove red.csv');
    expect(visitor.url).toMatch(/\/import$/);
    expect(visitor.page.getByRole('status').textContent).toContain('red.csv was removed');
    expect(visitor.page.queryByRole('heading', { name: 'Your files' })).toBeNull();
    expect(await demo.sql('select token from job')).toEqual([]);
    await visitor.open(place);
    expect(visitor.page.getByRole('status').textContent).toContain('is no longer stored');
  });
});
