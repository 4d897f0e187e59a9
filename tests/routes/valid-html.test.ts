import { HtmlValidate, type Plugin, Rule, StaticConfigLoader } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';
import { editable } from '../support/editable-entities';
import { demoPanel } from '../support/embedded';
import { sweep } from '../support/full';
import { checkFile } from '../support/import-steps';
import { screens, signedOutScreens } from '../support/panel-screens';
import { addSmsPhone } from '../support/reopened-panel';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();

/** Finds rows of tables without a cell, which the checker of the W3C refuses. */
class RowWithoutCells extends Rule {
  setup(): void {
    this.on('dom:ready', ({ document }) => {
      for (const row of document.querySelectorAll('tr'))
        if (row.childElements.length === 0) this.report(row, 'the row has no cells');
    });
  }
}

/** Finds elements that are not in the page's `html` element. */
class ContentAfterHtml extends Rule {
  setup(): void {
    this.on('dom:ready', ({ document }) => {
      for (const element of document.root.childElements)
        if (element.tagName !== 'html') this.report(element, 'the element is outside of the page');
    });
  }
}

/** Finds roles of rows and cells in tables, which have these roles already. */
class RoleInTable extends Rule {
  setup(): void {
    this.on('dom:ready', ({ document }) => {
      const parts = ['table', 'thead', 'tbody', 'tr', 'th', 'td'].map((name) => `${name}[role]`);
      for (const part of document.querySelectorAll(parts.join(', ')))
        this.report(part, 'the role is not allowed here');
    });
  }
}

const plugin: Plugin = {
  name: 'page',
  rules: {
    'row-without-cells': RowWithoutCells,
    'content-after-html': ContentAfterHtml,
    'role-in-table': RoleInTable,
  },
};

const checker = new HtmlValidate(
  new StaticConfigLoader({
    plugins: [plugin],
    extends: ['html-validate:standard'],
    rules: {
      'row-without-cells': 'error',
      'content-after-html': 'error',
      'role-in-table': 'error',
    },
    // The checker takes `details` for sectioning content. The HTML standard (The details element) lists it as flow
    // content only, which `dt` may contain.
    elements: ['html5', { details: { sectioning: false } }],
  }),
);

/** The screens that `npm test` checks, one of each kind. */
const DAILY = [
  '/home',
  '/participants',
  '/participants?by=srh_prep_interest,own_phone',
  '/import',
  '/quiz/edit/1',
  '/facility/edit/3',
  '/discussion/chat/demo-001/transcript',
  '/participant/view/1',
  '/columns/participants',
  '/filters/participants',
  '/countries?open=1',
];
for (const screen of DAILY)
  if (!screens.includes(screen)) throw new Error(`there is no screen ${screen}`);

/** Returns what the HTML checker finds on a page, a line for each error. */
async function checkPage(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, column, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

/** The pages whose addresses are made at run time, and the steps that lead to each. */
const made: Record<string, (visitor: Visitor) => Promise<unknown>> = {
  async 'the results of a search'(visitor) {
    await visitor.open('/home');
    await visitor.press('Find', { 'Search all screens': 'mw' });
  },
  async 'a list behind a view'(visitor) {
    await visitor.open('/users');
    await visitor.press('Search', { 'Search the shown columns': 'mw' });
    expect(visitor.url).toContain('?view=');
  },
  async 'a file that is being made'(visitor) {
    await visitor.open('/export-as/countries');
    await visitor.press('Make the file');
    expect(visitor.url).toContain('/exported/');
  },
  'the question before a bulk action': askToDelete,
  async 'the result of a bulk action'(visitor) {
    await askToDelete(visitor);
    await visitor.press('Delete 2 SMS phones');
    expect(visitor.html).toContain('Deleted');
  },
  async 'the comparison before a change is taken back'(visitor) {
    const id = await addSmsPhone(visitor, ['Valid One', 'Valid Two']);
    await visitor.open(`/history/sms-phone/${id}`);
    await visitor.follow('Take back');
  },
  async 'a match in a conversation'(visitor) {
    await visitor.open('/discussion/chat/demo-001/transcript');
    await visitor.press('Search messages', { 'Search in this conversation': 'the' });
    expect(visitor.document.querySelector('#match')).not.toBeNull();
  },
  async 'the rows of a file to import'(visitor) {
    await checkFile(visitor, 'Colors', 'Name,Code,Status\nValid,#1B7F5C,Active\n');
    expect(visitor.html).toContain('Nothing has been imported yet.');
  },
};

/** Adds two SMS phones, selects them, and presses the button that deletes both. */
async function askToDelete(visitor: Visitor): Promise<void> {
  for (const name of ['Valid First', 'Valid Second']) await addSmsPhone(visitor, [name]);
  await visitor.open('/sms-phones?sort=-sms_phone_id');
  const boxes = visitor.document.querySelectorAll<HTMLInputElement>('tbody [type=checkbox]');
  for (const box of [...boxes].slice(0, 2)) box.checked = true;
  await visitor.press('Delete selected');
  expect(visitor.url).toContain('/bulk/sms-phone/');
}

const table = (rows: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>A</title></head><body><table><tbody>${rows}</tbody></table></body></html>`;

it.each([
  ['<!DOCTYPE html><html lang="en"><title>A</title><p><div></div></p>', 'close-order'],
  [table('<tr role="row"><td>1</td></tr>'), 'role-in-table'],
  [table('<tr><td role="cell">1</td></tr>'), 'role-in-table'],
  [table('<tr></tr><tr><td>1</td></tr>'), 'row-without-cells'],
  [`${table('<tr><td>1</td></tr>')}<script>a()</script>`, 'content-after-html'],
])('the checker finds the error of %s', async (html, rule) => {
  expect((await checkPage(html)).join()).toContain(rule);
});

it('the checker finds nothing in a page without an error', async () => {
  expect(await checkPage(`${table('<tr><td>1</td></tr>')}\n`)).toEqual([]);
});

describe('the HTML checker finds nothing', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await demo.signedIn();
  });

  it.each(sweep(screens, (screen) => DAILY.includes(screen)))('on %s', async (screen) => {
    await visitor.open(screen);
    expect(await checkPage(visitor.html)).toEqual([]);
  });

  it.each(signedOutScreens)('on %s for a user who is signed out', async (screen) => {
    const stranger = await demo.stranger().open(screen);
    expect(await checkPage(stranger.html)).toEqual([]);
  });

  it.each(Object.entries(made))('on %s', async (_name, go) => {
    await go(visitor);
    expect(visitor.status).toBe(200);
    expect(await checkPage(visitor.html)).toEqual([]);
  });

  it.each(sweep(Object.keys(editable), (entity) => ['user', 'resource'].includes(entity)))(
    'on the refused form of a new %s',
    async (entity) => {
      await visitor.open(`/${entity}/add`);
      await visitor.press('Save');
      expect(visitor.status).toBe(400);
      expect(await checkPage(visitor.html)).toEqual([]);
    },
  );

  it('on a refused form with rows', async () => {
    await visitor.open('/quiz/add');
    await visitor.press('Add option');
    await visitor.press('Save');
    expect(visitor.status).toBe(400);
    expect(await checkPage(visitor.html)).toEqual([]);
  });
});
