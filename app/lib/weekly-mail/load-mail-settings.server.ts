import { formatDate } from 'shared/list/format-date';
import { getToday } from 'shared/list/today';
import { describeLoadError } from '../host/describe-error';
import { config } from '../server/config.server';
import type { SignedInUser } from '../session/user';
import { describeMail } from './change-mail-settings.server';
import { listAdministrators } from './list-administrators.server';
import { readMailSettings } from './mail-settings.server';
import { countStates, findNewestMail } from './mail-store.server';
import { findObstacle } from './send-mails.server';
import { MAX_RECIPIENTS } from './weekly-mail';

/** The states of a mail in words, in the order of the page. */
const stateWords: readonly (readonly [state: string, words: string])[] = [
  ['sent', 'sent'],
  ['due', 'not sent yet'],
  ['failed', 'failed'],
  ['sending', 'interrupted or being sent'],
  ['unknown', 'unknown whether sent, because the mail server did not answer'],
  ['refused', 'not sent, because the recipient is no active administrator with an e-mail address'],
];

export interface MailStatus {
  /** The settings in words. */
  settings: string;
  /** The reason that no mail can be sent. */
  obstacle?: string;
  /** The result of the newest mail. */
  newest?: string;
}

/** Returns the state of the weekly mail in words. */
export async function loadMailStatus(): Promise<MailStatus> {
  const settings = await readMailSettings();
  const mail = await findNewestMail(getToday(config.STUDY_TIME_ZONE));
  const states = mail && (await countStates(mail.day));
  const results = stateWords.flatMap(([state, words]) => {
    const count = states?.get(state);
    return count ? [`${count} ${words}`] : [];
  });
  return {
    settings: describeMail(settings),
    obstacle: settings.recipients.length > 0 ? findObstacle() : undefined,
    newest: mail && `Mail of ${formatDate(mail.day, 'date', 'UTC')}: ${results.join('; ')}.`,
  };
}

/** Loads the form of the weekly mail. */
export async function loadMailForm(user: SignedInUser) {
  const settings = await readMailSettings();
  const found = await listAdministrators(user);
  const isChosen = (id: string) => settings.recipients.some((recipient) => recipient.id === id);
  return {
    status: await loadMailStatus(),
    weekday: String(settings.weekday),
    administrators: found.ok
      ? found.value.map(({ id, username }) => ({ id, username, isChosen: isChosen(id) }))
      : [],
    error: found.ok ? undefined : describeLoadError(found.error, 'Users'),
    getsMail: isChosen(user.id),
    limit: MAX_RECIPIENTS,
  };
}
