import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import { sweep } from '../support/full';
import { screens, signedOutScreens } from '../support/panel-screens';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();
const checker = new HtmlValidate({
  extends: ['html-validate:standard'],
  // The checker takes `details` for sectioning content. The HTML standard (The details element) lists it as flow
  // content only, which `dt` may contain.
  elements: ['html5', { details: { sectioning: false } }],
});

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

it('the checker finds an error in a page that has one', async () => {
  const found = await checkPage(
    '<!DOCTYPE html><html lang="en"><title>A</title><p><div></div></p>',
  );
  expect(found).not.toEqual([]);
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

  it('on a refused form with rows', async () => {
    await visitor.open('/quiz/add');
    await visitor.press('Add option');
    await visitor.press('Save');
    expect(visitor.status).toBe(400);
    expect(await checkPage(visitor.html)).toEqual([]);
  });
});
