import { describe, expect, it } from 'vitest';
import { declarations } from '../../shared/entities';
import type { EntityDeclaration } from '../../shared/entities/declaration';
import { statusCodes } from '../../shared/entities/shown-fields';
import { demoPanel } from '../support/embedded';
import { sweep } from '../support/full';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();

const all: readonly EntityDeclaration[] = declarations;
const hasStatus = ({ form = [], fields }: EntityDeclaration) =>
  form.some((name) => fields[name]?.input?.options === statusCodes);
const offered = all.filter(
  (declaration) => !declaration.parent && (declaration.deletable || hasStatus(declaration)),
);

const readHeading = ({ page }: Visitor) => page.getByRole('heading', { level: 1 }).textContent;
const readText = ({ document }: Visitor) => document.querySelector('main')?.textContent ?? '';
const listBoxes = ({ document }: Visitor) => [
  ...document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]'),
];

/** Checks the boxes of the first `number` rows of a list. Returns the labels of these rows. */
function check(visitor: Visitor, number: number): string[] {
  const boxes = listBoxes(visitor).slice(0, number);
  for (const box of boxes) box.checked = true;
  return boxes.map((box) => (box.getAttribute('aria-label') ?? '').replace('Select ', ''));
}

describe('the check boxes of a list', () => {
  it('are in no list whose records can neither be deleted nor disabled', async () => {
    const visitor = await demo.signedIn();
    for (const { name, path, source, parent } of all) {
      if (parent || offered.some((one) => one.name === name)) continue;
      if (source && source !== 'documents') continue;
      await visitor.open(path);
      expect([name, listBoxes(visitor).length]).toEqual([name, 0]);
    }
  });

  it.each(
    sweep(
      offered.map(({ name, path }) => [name, path]),
      ([name]) => name === 'color' || name === 'pfacility',
    ),
  )('offer the actions that the records of the list allow: %s', async (name, path) => {
    const declaration = offered.find((one) => one.name === name);
    const visitor = await demo.signedIn();
    await visitor.open(path);
    const rows = listBoxes(visitor).length;
    expect(rows).toBeGreaterThan(1);
    const deletes = visitor.page.queryByRole('button', { name: 'Delete selected' });
    expect(deletes !== null).toBe(Boolean(declaration?.deletable));
    const disables = visitor.page.queryByRole('button', { name: 'Change status to Disabled' });
    expect(disables !== null).toBe(declaration !== undefined && hasStatus(declaration));
    if (disables) {
      check(visitor, 2);
      await visitor.press('Change status to Disabled');
      expect(readHeading(visitor)).toContain('to Disabled?');
      const button = visitor.document.querySelector('main button[type=submit]')?.textContent ?? '';
      await visitor.press(button);
      // Some users cannot be disabled, such as the signed-in user and the last administrator.
      expect(readText(visitor)).not.toContain('changed since');
      // One of the first two facilities of the demo study lacks an answer that its form asks for.
      if (name === 'facility') expect(readText(visitor)).toContain('Its form would refuse it');
      else if (name !== 'user') expect(readText(visitor)).not.toContain('failed');
    }
    if (deletes) {
      await visitor.open(path);
      const labels = check(visitor, 2);
      await visitor.press('Delete selected');
      for (const label of labels) expect(readText(visitor)).toContain(label.slice(0, 100));
      const button = visitor.document.querySelector('main button[type=submit]')?.textContent ?? '';
      await visitor.press(button);
      expect(readText(visitor)).not.toContain('changed since');
      if (/[12] done/.test(readText(visitor))) {
        await visitor.press('Undo');
        expect(readHeading(visitor)).toMatch(/^Restored/);
        expect(readText(visitor)).not.toContain('failed');
      }
    }
  });
});

describe('a bulk action, without script', () => {
  it('asks about all rows that match a filter that identifies people, and names nobody outside the page', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/users');
    await visitor.press('Search', { 'Search the shown columns': 'mw' });
    expect(visitor.url).toMatch(/\?view=[\w-]+$/);
    const list = visitor.url;
    const [, total = ''] = /Select all (\d+) that match/.exec(readText(visitor)) ?? [];
    await visitor.press('Change status to Active', { [`Select all ${total} that match`]: 'yes' });
    expect(readHeading(visitor)).toContain(`Change the status of ${total} user`);
    expect(visitor.url).toMatch(/\/bulk\/user\/[\w-]{32}$/);
    expect(visitor.title).not.toMatch(/mw/i);
    expect(readText(visitor)).toContain('mwansa');
    await visitor.follow('Cancel');
    expect(visitor.url).toBe(list);
    const entries = () =>
      demo.sql(
        'select 1 from audit_entry where audit_description = ?',
        `Viewed Change the status of ${total} users to Active`,
      );
    await expect.poll(entries).toHaveLength(1);
    const stored = JSON.stringify(await demo.sql('select * from job_part'));
    expect(stored).not.toContain('mwansa');
  });

  it('adds an access to the access log for the users whom the confirmation page has shown', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/users');
    check(visitor, 2);
    await visitor.press('Change status to Active');
    await expect
      .poll(() => demo.sql("select access_count from access_log where access_kind = 'Bulk action'"))
      .not.toEqual([]);
  });

  it('says so if nothing was selected, and leads back to the page of the list', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/countries?page=2');
    await visitor.press('Delete selected');
    expect(visitor.url).toContain('/countries?page=2');
    expect(visitor.page.getByRole('status').textContent).toContain('Select at least one row');
    const title = 'This selection is no longer stored';
    await visitor.open('/bulk/country/none');
    expect([visitor.status, readText(visitor).includes(title)]).toEqual([404, true]);
  });
});
