import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects axe to find nothing, by all the rules that WCAG 2.2 AA asks for and the best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  await check(new AxeBuilder({ page }).withTags(TAGS));
}

/** The same for some rules only, where all of them have been asked before. */
export async function expectRules(page: Page, rules: string[]): Promise<void> {
  await check(new AxeBuilder({ page }).withRules(rules));
}

async function check(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
  expect(found).toEqual([]);
}
