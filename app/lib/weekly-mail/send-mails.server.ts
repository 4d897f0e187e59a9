import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MILLISECONDS, stamp } from 'shared/db/clock';
import { toErrorText } from 'shared/error-text';
import { isEmail } from 'shared/is-email';
import { withIntents } from '../host/audit-intents.server';
import type { ChangeEntry } from '../host/change-entry';
import { mayBeSent, sendMail } from '../host/mailer.server';
import { home } from '../menu';
import { listChosenCards, readOverviewSettings } from '../overview/overview-settings.server';
import { readStoredCards } from '../overview/overview-store.server';
import { config } from '../server/config.server';
import { formatMoment } from '../server/format-moment.server';
import { log } from '../server/log.server';
import { getCurrentUser } from '../session/check-user.server';
import { isAdministrator } from '../session/permissions';
import { buildMailText } from './build-text';
import { chooseFigures } from './choose-figures';
import { readMailSettings } from './mail-settings.server';
import {
  claimMail,
  findNewestMail,
  settleMail,
  storeMail,
  type WeeklyMail,
} from './mail-store.server';
import type { MailSettings, MailState, Recipient } from './weekly-mail';

/** The hour of the day from which mails are sent. */
const FIRST_HOUR = 6;
const CHECK_MS = 10 * 60_000;
/** The delay in milliseconds before the first check after a start. */
const FIRST_CHECK_MS = 10_000;
/** The maximum time in milliseconds for which a stopping panel waits for the mail server. */
const STOP_MS = 3_000;

let timer: NodeJS.Timeout | undefined;
let sending: Promise<void> | undefined;
let isStopping = false;

/** Starts to check every ten minutes whether a mail is due. The checks read only the panel's own store. */
export function startMails(): void {
  isStopping = false;
  const next = () => {
    sending = sendDueMails()
      .then(() => log.debug('checked whether a weekly mail is due'))
      .catch((error: unknown) =>
        log.error({ error: toErrorText(error) }, 'the weekly mail could not be prepared'),
      );
    void sending.then(() => {
      if (!isStopping) timer = setTimeout(next, CHECK_MS).unref();
    });
  };
  timer = setTimeout(next, FIRST_CHECK_MS).unref();
}

/** Stops after the mail that is being sent. */
export async function stopMails(): Promise<void> {
  isStopping = true;
  clearTimeout(timer);
  await Promise.race([sending, wait(STOP_MS, undefined, { ref: false })]);
}

/** Returns the reason that no weekly mail can be sent, in words for administrators. */
export function findObstacle(): string | undefined {
  if (config.OVERVIEW_SECONDS === 0) return 'The figures of the home page are turned off.';
  if (!config.PUBLIC_URL) return 'The address of the panel (PUBLIC_URL) is not set.';
  return undefined;
}

/**
 * Sends the mail of the day to each recipient for whom it is due, or for whom it failed and may be tried again. The
 * host is asked only whether each recipient is still an active administrator, and for the address.
 */
export async function sendDueMails(now = Date.now()): Promise<void> {
  if (findObstacle()) return;
  const settings = await readMailSettings();
  if (settings.recipients.length === 0) return;
  const mail = await prepareMail(settings, now);
  if (!mail) return;
  for (const recipient of settings.recipients) {
    if (isStopping) return;
    if (await claimMail(mail.day, recipient.id, now)) await sendTo(recipient, mail);
  }
}

/**
 * Returns the mail of the day, and stores it first if it is due. Returns undefined if no mail is due or there are no
 * figures.
 */
async function prepareMail(
  { weekday, recipients }: MailSettings,
  now: number,
): Promise<WeeklyMail | undefined> {
  const [day = '', time = ''] = stamp(new Date(now), config.STUDY_TIME_ZONE).split(' ');
  const newest = await findNewestMail(day);
  if (newest?.day === day) return newest;
  if ((new Date(day).getUTCDay() || 7) !== weekday || Number(time.slice(0, 2)) < FIRST_HOUR) return;
  // If another weekday is chosen, the next mail may be less than a week after the last one.
  if (newest && Date.parse(day) - Date.parse(newest.day) < 7 * DAY_MILLISECONDS) return;
  const cards = listChosenCards(await readOverviewSettings());
  const least = config.SMALL_CELLS;
  const chosen = chooseFigures(cards, await readStoredCards(), newest?.disclosed ?? {}, least);
  if (chosen.cards.length === 0) return;
  const text = buildMailText(chosen.cards, {
    ...{ least, panelUrl: config.PUBLIC_URL ?? '' },
    formatMoment: (at) => formatMoment(at, 'date-time'),
  });
  const ids = recipients.map(({ id }) => id);
  await storeMail({ day, text, disclosed: chosen.disclosed }, ids, now);
  // Another panel may have stored it first.
  return findNewestMail(day);
}

async function sendTo(recipient: Recipient, { day, text }: WeeklyMail): Promise<void> {
  const state = await attempt(recipient, text);
  if (state !== 'sent') log.error({ state }, 'the weekly mail was not sent to a recipient');
  await settleMail(day, recipient.id, state);
}

async function attempt({ id, username }: Recipient, text: string): Promise<MailState> {
  const user = await getCurrentUser({ id, username, name: '', email: '', role: '' });
  if (user === undefined) return 'failed';
  if (user === 'inactive' || !isAdministrator(user)) return 'refused';
  const to = user.email;
  if (!isEmail(to)) return 'refused';
  const entry: ChangeEntry = {
    ...{ username, title: home.title, action: 'Update' },
    attempt: 'Sending the weekly mail to this administrator',
    describe: () => 'Sent the weekly mail to this administrator',
  };
  const subject = `${config.PRODUCT_NAME}: weekly figures`;
  let state: MailState = 'failed';
  try {
    await withIntents([entry], async () => {
      try {
        await sendMail({ to, subject, text });
      } catch (error) {
        log.error({ error: toErrorText(error) }, 'the weekly mail failed');
        state = mayBeSent(error) ? 'unknown' : 'failed';
        return { ok: false, error: { kind: state === 'failed' ? 'refused' : 'unreachable' } };
      }
      state = 'sent';
      return { ok: true };
    });
  } catch (error) {
    log.error({ error: toErrorText(error) }, 'the entry of a weekly mail could not be stored');
  }
  return state;
}
