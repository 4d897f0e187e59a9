import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import { checkFile, importFile } from '../support/import-steps';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();

async function findId(table: string, key: string, column: string, value: string): Promise<string> {
  const rows = await demo.sql(`select ${key} as id from ${table} where ${column} = ?`, value);
  return String((rows[0] as { id: number } | undefined)?.id);
}

const findColorId = (name: string) => findId('color', 'color_id', 'color_name', name);
const readCode = (id: string) => demo.sql('select color_code from color where color_id = ?', id);

function readRows({ document }: Visitor): string[] {
  return [...document.querySelectorAll('tbody tr')]
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? ''))
    .filter((cells) => cells.length > 1)
    .map((cells) => cells.join(' | '));
}

/** Opens the page that takes back the newest change, or the oldest one if `at` is -1. */
async function openUndo(visitor: Visitor, id: string, at = 0): Promise<Visitor> {
  await visitor.open(`/history/color/${id}`);
  const link = visitor.page.getAllByRole('link', { name: 'Take back' }).at(at);
  return visitor.open(link?.getAttribute('href') ?? '');
}

describe('the history of an imported record', () => {
  it('has nothing of an import that was refused', async () => {
    const visitor = await demo.signedIn();
    await importFile(visitor, 'Colors', 'Name,Code,Status\nKept,#111111,Active\n');
    const id = await findColorId('Kept');
    const rows = 'Kept,#222222,Active\n,#333333,Active\n';
    await checkFile(visitor, 'Colors', `Name,Code,Status\n${rows}`);
    expect(visitor.page.queryByRole('button', { name: /^Import/ })).toBeNull();
    await visitor.open(`/history/color/${id}`);
    expect(readRows(visitor).filter((row) => row.includes('Update'))).toEqual([]);
  });

  it('names the user, the fields and the request', async () => {
    const visitor = await demo.signedIn();
    await importFile(visitor, 'Colors', 'Name,Code,Status\nAzure,#111111,Active\n');
    await importFile(visitor, 'Colors', 'Name,Code,Status\nAzure,#222222,Active\n');
    const id = await findColorId('Azure');
    await visitor.open(`/history/color/${id}`);
    expect(visitor.document.body.textContent).not.toContain('Imports are not listed');
    const rows = readRows(visitor);
    expect(rows[0]).toMatch(/mwansa@panel.example.+Update.+Color.+#111111.+#222222/);
    expect(rows.filter((row) => row.includes('Update'))).toHaveLength(1);
    expect(rows[1]).toMatch(/Add.+Name.+Azure/);
    const changes = (await demo.sql(
      "select username, request_id, outcome from record_change where entity = 'color' order by seq desc limit 2",
    )) as { request_id: string }[];
    for (const change of changes) {
      expect(change).toMatchObject({ username: 'mwansa@panel.example', outcome: 'made' });
      expect(change.request_id).toBeTruthy();
    }
  });

  it('has the import and a later save as two changes, and both can be taken back', async () => {
    const visitor = await demo.signedIn();
    await importFile(visitor, 'Colors', 'Name,Code,Status\nBronze,#111111,Active\n');
    await importFile(visitor, 'Colors', 'Name,Code,Status\nBronze,#222222,Active\n');
    const id = await findColorId('Bronze');
    await visitor.open(`/history/color/${id}`);
    const path = visitor.page.getAllByRole('link', { name: 'Take back' })[0]?.getAttribute('href');
    await visitor.open(`/color/edit/${id}`);
    await visitor.press('Save', { Color: '#333333' });
    // The later save has changed the imported value.
    await visitor.open(path ?? '');
    expect(visitor.document.body.textContent).toContain('The record has changed since: Color.');
    await openUndo(visitor, id);
    await visitor.press('Take back this change');
    expect(await readCode(id)).toEqual([{ color_code: '#222222' }]);
    await visitor.open(path ?? '');
    await visitor.press('Take back this change');
    expect(await readCode(id)).toEqual([{ color_code: '#111111' }]);
    await openUndo(visitor, id, -1);
    await visitor.press('Take back this change');
    expect(await readCode(id)).toEqual([]);
  });

  it('has an import that changes the category of an SMS phone, which can be taken back', async () => {
    const visitor = await demo.signedIn();
    const [row] = (await demo.sql(
      `select sms_phone_id, sms_phone_number, sms_phone_category from sms_phone
        where sms_phone_category <> 8 order by sms_phone_id limit 1`,
    )) as { sms_phone_id: number; sms_phone_number: string; sms_phone_category: number }[];
    const content = `Number,Category\n${row?.sms_phone_number},Test (unused)\n`;
    await importFile(visitor, 'SMS Phones', content);
    await visitor.open(`/history/sms-phone/${row?.sms_phone_id}`);
    expect(readRows(visitor).join()).toContain('Test (unused)');
    const [link] = visitor.page.getAllByRole('link', { name: 'Take back' });
    await visitor.open(link?.getAttribute('href') ?? '');
    await visitor.press('Take back this change');
    const category = 'select sms_phone_category from sms_phone where sms_phone_id = ?';
    expect(await demo.sql(category, row?.sms_phone_id)).toEqual([
      { sms_phone_category: row?.sms_phone_category },
    ]);
  });

  it('has an import that cannot be taken back if another program has changed the record since', async () => {
    const visitor = await demo.signedIn();
    await importFile(visitor, 'Colors', 'Name,Code,Status\nCoral,#111111,Active\n');
    await importFile(visitor, 'Colors', 'Name,Code,Status\nCoral,#222222,Active\n');
    const id = await findColorId('Coral');
    await openUndo(visitor, id);
    await demo.sql("update color set color_code = '#999999' where color_id = ?", id);
    await visitor.press('Take back this change');
    expect(visitor.status).toBe(409);
    expect(visitor.page.getByRole('alert').textContent).toContain(
      'The record no longer has the values of this change',
    );
    expect(await readCode(id)).toEqual([{ color_code: '#999999' }]);
  });

  it('shows a change as final if no form of the panel can change its field', async () => {
    const visitor = await demo.signedIn();
    const [phone] = await demo.sql('select phone_number from phone order by phone_id limit 1');
    const { phone_number: number } = phone as { phone_number: string };
    await importFile(visitor, 'Phones', `phone_number,phone_name\n${number},Renamed\n`);
    await visitor.open(`/history/phone/${encodeURIComponent(number)}`);
    const [row] = readRows(visitor);
    expect(row).toMatch(/Update.+Name.+Renamed.+Final/);
    expect(visitor.page.queryByRole('link', { name: 'Take back' })).toBeNull();
  });
});
