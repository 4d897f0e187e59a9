import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import { exportFull } from '../support/full-export';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();

let count = 0;

/** Adds a color with a new name. Returns the visitor on its edit page. */
async function addColor(): Promise<{ visitor: Visitor; name: string; path: string }> {
  const visitor = await demo.signedIn();
  await visitor.open('/color/add');
  const name = `Historia ${++count}`;
  await visitor.press('Save', { Name: name, Color: '#111111', Status: 'Active' });
  return { visitor, name, path: new URL(visitor.url).pathname };
}

/** Returns the rows of the list on the page, with the texts of their cells. */
function readRows({ document }: Visitor): string[][] {
  return [...document.querySelectorAll('tbody tr')]
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? ''))
    .filter((cells) => cells.length > 1);
}

const readMessage = (visitor: Visitor) => visitor.page.getByRole('status').textContent;

const findFirstUndo = (visitor: Visitor): string =>
  visitor.page.getAllByRole('link', { name: 'Take back' })[0]?.getAttribute('href') ?? '';

describe('the history of a record', () => {
  it('is not shown to strangers', async () => {
    for (const path of ['/history/country/1', '/undo/AAAAAAAAAAAAAAAAAAAAAA']) {
      const visitor = await demo.stranger().open(path);
      expect(visitor.url).toContain('/login');
    }
  });

  it('answers 404 for an unknown entity, and so does the undo page of an unknown change', async () => {
    const visitor = await demo.signedIn();
    for (const path of [
      '/history/planet/1',
      '/history/discussion-post/1',
      '/undo/AAAAAAAAAAAAAAAAAAAAAA',
      '/undo/x',
    ])
      expect((await visitor.open(path)).status, path).toBe(404);
  });

  it('shows the values before and after each change, newest first, with its user', async () => {
    const { visitor, name } = await addColor();
    await visitor.press('Save', { Color: '#222222' });
    await visitor.follow('Record history');
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe(
      `History of ${name} 4`,
    );
    expect(visitor.title).toMatch(/^History of color \d+$/);
    const rows = readRows(visitor).map((cells) => cells.join(' | '));
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(/mwansa@panel.example.+Update.+Color.+#111111.+#222222/);
    expect(rows[1]).toMatch(new RegExp(`Add.+Name.+${name}`));
    expect(rows[3]).toMatch(/Add.+Status.+Active/);
  });

  it('does not mention a save that changed nothing or was refused', async () => {
    const { visitor } = await addColor();
    const edit = visitor.url;
    await visitor.press('Save');
    await visitor.open(edit);
    await visitor.press('Save', { Name: '' });
    expect(visitor.status).toBe(400);
    await visitor.open(edit);
    await visitor.follow('Record history');
    expect(readRows(visitor).map((cells) => cells.join())).toHaveLength(3);
    expect(await demo.sql('select * from pending_change')).toEqual([]);
  });

  it('is filtered by field and user, and exported', async () => {
    const { visitor } = await addColor();
    await visitor.press('Save', { Color: '#222222' });
    await visitor.follow('Record history');
    const { pathname } = new URL(visitor.url);
    await visitor.open(`${pathname}?change_field=color&change_user=mwansa`);
    expect(readRows(visitor)).toHaveLength(2);
    await visitor.open(`${pathname}?change_user=nobody`);
    expect(readRows(visitor)).toHaveLength(0);
    const file = await exportFull(visitor, `${pathname}?change_field=color`);
    expect(await file.text()).toMatch(/Color,#111111,#222222/);
  });

  it('of a phone has an address without its number', async () => {
    const visitor = await demo.signedIn();
    const [row] = (await demo.sql(
      "select phone_number, phone_name from phone where phone_status = '2' order by phone_id limit 1",
    )) as { phone_number: string; phone_name: string }[];
    const number = String(row?.phone_number);
    const name = String(row?.phone_name);
    await visitor.open(`/phone/edit/${number}`);
    await visitor.follow('Record history');
    expect(visitor.status).toBe(200);
    expect(visitor.url).not.toContain(number);
    expect(visitor.title).not.toContain(number);
    expect(visitor.title).not.toContain(name);
    expect(
      visitor.page.getByRole('link', { name: `Back to ${name}` }).getAttribute('href'),
    ).not.toContain(number);
    const opaque = visitor.url;
    await visitor.open(`/history/phone/${number}`);
    expect(visitor.url).toBe(opaque);
  });

  it('never has a password', async () => {
    const visitor = await demo.signedIn('researcher');
    const [row] = (await demo.sql(
      "select user_id from user_account where user_username = 'lungile@panel.example'",
    )) as { user_id: number }[];
    await visitor.open('/profile/password');
    const password = 'another long enough passphrase';
    await visitor.press('Change password', {
      'Current password': 'demo-researcher',
      'New password': password,
      'Confirm password': password,
    });
    await visitor.open(`/history/user/${row?.user_id}`);
    expect(visitor.html).toContain('Password change');
    expect(visitor.html).not.toContain(password);
  });
});

describe('taking back a change', () => {
  it('shows a comparison first, and restores the value as a change of its own', async () => {
    const { visitor, path } = await addColor();
    await visitor.press('Save', { Color: '#222222' });
    await visitor.follow('Record history');
    await visitor.open(findFirstUndo(visitor));
    const [row] = readRows(visitor);
    expect(row).toEqual(['#222222', '#111111']);
    await visitor.press('Take back this change');
    expect(visitor.url).toMatch(/\/history\/color\/\d+$/);
    expect(readRows(visitor)[0]?.join(' | ')).toMatch(/Update.+Color.+#222222.+#111111.+Take back/);
    expect(readRows(visitor)[1]?.join(' | ')).toMatch(/#111111.+#222222.+Taken back/);
    await visitor.open(path);
    expect(visitor.shownValue('Color')).toBe('#111111');
    // Taking back the undo makes the change again.
    await visitor.follow('Record history');
    await visitor.open(findFirstUndo(visitor));
    await visitor.press('Take back this change');
    await visitor.open(path);
    expect(visitor.shownValue('Color')).toBe('#222222');
  });

  it('is refused while a later change of the same field stands, and names the field', async () => {
    const { visitor, path } = await addColor();
    await visitor.press('Save', { Color: '#222222' });
    await visitor.follow('Record history');
    const undo = findFirstUndo(visitor);
    await visitor.open(undo);
    const stale = visitor.getBody('Take back this change');
    await visitor.open(path);
    await visitor.press('Save', { Color: '#333333' });
    const refused = await visitor.request(undo, { method: 'POST', body: stale });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('The record has changed since: Color.');
    await visitor.open(undo);
    expect(visitor.html).toContain('The record has changed since: Color.');
    expect(visitor.page.queryByRole('button', { name: 'Take back this change' })).toBeNull();
  });

  it('is refused when another program has changed the field since', async () => {
    const { visitor, path } = await addColor();
    await visitor.press('Save', { Color: '#222222' });
    await visitor.follow('Record history');
    const history = visitor.url;
    const undo = findFirstUndo(visitor);
    const id = path.split('/').at(-1);
    await demo.sql("update color set color_code = '#999999' where color_id = ?", Number(id));
    await visitor.open(undo);
    expect(visitor.html).toContain('The record no longer has the values of this change: Color.');
    await visitor.open(history);
    expect(readRows(visitor)).toHaveLength(4);
    for (const cells of readRows(visitor)) expect(cells).toContain('Changed since');
    expect(visitor.page.queryByRole('link', { name: 'Take back' })).toBeNull();
  });

  it('happens once, however often the form is posted', async () => {
    const { visitor } = await addColor();
    await visitor.press('Save', { Color: '#222222' });
    await visitor.follow('Record history');
    const undo = findFirstUndo(visitor);
    await visitor.open(undo);
    const body = visitor.getBody('Take back this change');
    for (let n = 0; n < 2; n++) {
      const answer = await visitor.request(undo, { method: 'POST', body });
      expect(answer.status).toBe(302);
    }
    await visitor.open(undo);
    expect(visitor.html).toContain('This change has already been taken back.');
  });

  it('of an addition deletes the record, if nobody has changed it since', async () => {
    const { visitor, path, name } = await addColor();
    await visitor.follow('Record history');
    await visitor.open(findFirstUndo(visitor));
    expect(visitor.html).toContain('Taking back this addition deletes the record.');
    await visitor.press('Take back this change');
    expect(readMessage(visitor)).toContain('The addition of the color has been taken back');
    const history = visitor.url;
    expect(readRows(visitor)[0]?.join(' | ')).toMatch(/Delete/);
    expect((await visitor.open(path)).status).toBe(404);
    await visitor.open(`/colors?color_name=${encodeURIComponent(name)}`);
    expect(readRows(visitor)).toHaveLength(0);
    // The deletion is taken back from the bin.
    await visitor.open(history);
    await visitor.open(findFirstUndo(visitor));
    await visitor.press('Take back this change');
    expect(readMessage(visitor)).toContain('The deletion of the color has been taken back');
    expect(readRows(visitor)[0]?.join(' | ')).toMatch(/Restore/);
    await visitor.open(path);
    expect(visitor.shownValue('Name')).toBe(name);
  });

  it('of a link removes the link, and taking back the removal links the phones again', async () => {
    const visitor = await demo.signedIn();
    const phones = (await demo.sql(
      "select phone_number, phone_status from phone where phone_status in ('2', '3') order by phone_id desc",
    )) as { phone_number: string; phone_status: string }[];
    const navigator = phones.find(({ phone_status }) => String(phone_status) === '2');
    const participant = phones.find(({ phone_status }) => String(phone_status) === '3');
    const list = `/phone/participants/${navigator?.phone_number}`;
    const shows = async () => {
      await visitor.open(list);
      return readRows(visitor).flat().includes(String(participant?.phone_number));
    };
    await visitor.open(list);
    await visitor.press('Link', { Participant: String(participant?.phone_number) });
    expect(await shows()).toBe(true);
    await visitor.open(`/phone/edit/${navigator?.phone_number}`);
    await visitor.follow('Record history');
    const history = visitor.url;
    expect(readRows(visitor)[0]?.join(' | ')).toMatch(/Link.+Linked participant/);
    await visitor.open(findFirstUndo(visitor));
    await visitor.press('Take back this change');
    expect(readMessage(visitor)).toContain(
      'The link to the participant’s phone has been removed again',
    );
    expect(await shows()).toBe(false);
    await visitor.open(history);
    await visitor.open(findFirstUndo(visitor));
    await visitor.press('Take back this change');
    expect(readMessage(visitor)).toContain('The participant’s phone has been linked again');
    expect(await shows()).toBe(true);
  });
});
