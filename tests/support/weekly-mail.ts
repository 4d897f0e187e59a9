import { expect } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import type { RunningPanel } from './panel';
import { Visitor } from './visitor';

const { username, password } = demoSignIns.administrator;

/** Returns the settings of a panel that sends weekly mails. */
export function makeMailEnv(): Record<string, string> {
  return {
    PUBLIC_URL: 'http://panel.example',
    OVERVIEW_SECONDS: '3600',
    LOG_LEVEL: 'debug',
  };
}

/** Lets the panel compute the figures, and chooses the mail for the administrator of the demo study. */
export async function turnOnMails(panel: RunningPanel): Promise<void> {
  const visitor = await new Visitor(panel.url).signIn(username, password);
  await expect
    .poll(
      async () => {
        await visitor.open('/home');
        return visitor.document.body.textContent;
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toMatch(/Data quality.*As of/s);
  await visitor.open('/home/settings/mail');
  await visitor.press('Mail me every week');
  expect(visitor.document.body.textContent).toContain('Administrators who get the weekly mail: 1.');
}

/** Returns true if the panel has checked whether a mail is due. */
export function hasChecked(panel: RunningPanel): boolean {
  return panel.output().includes('checked whether a weekly mail is due');
}
