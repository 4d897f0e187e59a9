import { expect } from 'vitest';
import { weekdays } from '../../app/lib/weekly-mail/weekly-mail';
import { demoSignIns } from '../../backend/demo-study/users';
import { defined } from '../../shared/defined';
import type { RunningPanel } from './panel';
import { Visitor } from './visitor';

const { username, password } = demoSignIns.administrator;

/** Returns the settings of a panel in whose time zone it is about noon, so that mails of the day are due. */
export function makeMailEnv(): Record<string, string> {
  const offset = 12 - new Date().getUTCHours();
  return {
    STUDY_TIME_ZONE: `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`,
    PUBLIC_URL: 'http://panel.example',
    OVERVIEW_SECONDS: '3600',
    LOG_LEVEL: 'debug',
  };
}

/**
 * Lets the panel compute the figures, and chooses the administrator of the demo study for the mails of this weekday.
 */
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
  // At noon it is the same day in both time zones.
  const now = new Date(Date.now() + (12 - new Date().getUTCHours()) * 3_600_000);
  const today = defined(weekdays[(now.getUTCDay() || 7) - 1]);
  await visitor.press('Save', { [username]: 'yes', 'Day of the week': today });
  expect(visitor.document.body.textContent).toContain(`Weekly mail: ${today}, to 1 administrator.`);
}

/** Returns true if the panel has checked whether a mail is due. */
export function hasChecked(panel: RunningPanel): boolean {
  return panel.output().includes('checked whether a weekly mail is due');
}
