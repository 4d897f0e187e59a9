import type { Locator, Page } from '@playwright/test';
import { findInput, ready } from './steps';
import { test as base } from './test';

/** A task of a user. Counts the clicks and the page loads that the task takes. */
export class Task {
  #clicks = 0;
  #loads = 0;

  constructor(readonly page: Page) {
    // Playwright also reports the pages that script shows without a new document.
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#loads += 1;
    });
  }

  /** Opens a page as a bookmark does. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await ready(this.page);
  }

  async click(target: Locator): Promise<void> {
    this.#clicks += 1;
    await target.click();
    await ready(this.page);
  }

  /** Clicks a link of the menu. */
  menu(name: string): Promise<void> {
    return this.click(
      this.page.getByRole('navigation').getByRole('link', { name, exact: true }).first(),
    );
  }

  follow(name: string | RegExp): Promise<void> {
    return this.click(this.#main.getByRole('link', { name, exact: true }).first());
  }

  press(name: string | RegExp): Promise<void> {
    return this.click(this.#main.getByRole('button', { name, exact: true }).first());
  }

  /** Confirms a question, which is a dialog if script runs, and a page otherwise. */
  async confirm(name: string, script: boolean): Promise<void> {
    const place = script ? this.page.getByRole('dialog') : this.#main;
    await this.click(place.getByRole('button', { name, exact: true }));
  }

  async check(target: Locator): Promise<void> {
    this.#clicks += 1;
    await target.check();
  }

  async type(label: string, text: string): Promise<void> {
    await findInput(this.page, label).fill(text);
  }

  get effort(): string {
    return `${this.#clicks} clicks, ${this.#loads} page loads`;
  }

  get #main(): Locator {
    return this.page.getByRole('main');
  }
}

/** Prints after each test how many clicks and page loads its task took. */
export const test = base.extend<{ task: Task }>({
  task: async ({ page, script }, use, { title }) => {
    const task = new Task(page);
    await use(task);
    console.log(`${title} (${script ? 'with' : 'without'} script): ${task.effort}`);
  },
});
