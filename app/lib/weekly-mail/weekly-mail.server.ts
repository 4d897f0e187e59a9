import { redirect } from '@remix-run/node';
import pLimit from 'p-limit';
import { DAY_MILLISECONDS, stamp } from 'shared/db/clock';
import { toErrorText } from 'shared/error-text';
import { isEmail } from 'shared/is-email';
import { formatDate } from 'shared/list/format-date';
import { z } from 'zod';
import { readForm } from '../core/form/read-form.server';
import { audit } from '../core/host/audit.server';
import { enterDurably } from '../core/host/audit-intents.server';
import { mayBeSent, sendMail } from '../core/host/mailer.server';
import { FOR_GOOD_MS, type JobKind } from '../core/jobs/job-kind';
import { storeJob } from '../core/jobs/job-store.server';
import { resumeJobs } from '../core/jobs/run-job.server';
import { every } from '../core/server/background-task.server';
import { config } from '../core/server/config.server';
import { log } from '../core/server/log.server';
import { makeSealer } from '../core/server/seal.server';
import { mustStore } from '../core/server/unwritable.server';
import { getCurrentUser } from '../core/session/check-user.server';
import type { SignedIn } from '../core/session/guard.server';
import { isAdministrator } from '../core/session/permissions';
import { home } from '../menu';
import { listChosenCards, readOverviewSettings } from '../overview/overview-settings.server';
import { readStoredCards } from '../overview/overview-store.server';
import { buildMailText, chooseFigures } from './figures.server';
import * as store from './mail-store.server';

const nothing = z.object({});
/** The jobs that send a mail to one recipient each. A job's subject is the day of the mail and the recipient's id. */
export const mailJobs: JobKind<object, object> = {
  ...{ name: 'mail', title: 'Weekly mail', contentSchema: nothing, outputSchema: nothing },
  describe: () => ({ what: 'figures of the home page', href: '/home/settings/mail' }),
  // Deleted with the mail. If they expired, a clock that is ahead for a moment would let the mail be sent again.
  ...{ sealer: makeSealer('weekly mail'), keepMs: FOR_GOOD_MS, slots: pLimit(1) },
  failures: { stopped: 'The panel was stopped.', failed: 'The mail was not sent.' },
  // An attempt that was interrupted is not repeated, because the mail server may have the mail.
  attempts: { make: tryToSend, everyMs: 55 * 60_000, max: 3, areRepeatable: false, stopMs: 3_000 },
};

// A short stop suffices, because the stop of the jobs waits for the mail that is being sent.
const timing = { firstMs: 10_000, stopMs: 500 };
/** Checks every ten minutes whether a mail is due. The checks ask no host. */
export const mailTask = every(600_000, 'the sending of the weekly mail', sendWeeklyMails, timing);

const canSend = () => config.OVERVIEW_SECONDS > 0 && config.PUBLIC_URL !== undefined;
const isOfThisWeek = (mail: { day: string }, today: string) =>
  Date.parse(today) - Date.parse(mail.day) < 7 * DAY_MILLISECONDS;
const getToday = () => stamp(new Date(), config.STUDY_TIME_ZONE).slice(0, 10);

/** Stores a job for each recipient of this week's mail who has none yet. Then waits for the attempts that are due. */
export async function sendWeeklyMails(): Promise<void> {
  const recipients = await store.readRecipients();
  const mail = recipients.length > 0 && canSend() ? await prepareMail(getToday()) : undefined;
  for (const { id } of mail ? recipients : []) {
    const subject = `${mail?.day} ${id}`;
    await storeJob(mailJobs, { content: {}, subject, key: `mail ${subject}` });
  }
  await Promise.all(await resumeJobs([mailJobs]));
  log.debug('checked whether a weekly mail is due');
}

/**
 * Returns this week's mail. If the newest one is a week old, stores a new one, unless another panel has done so.
 * Returns undefined if no figure can be shown, or if the mail cannot be decrypted.
 */
async function prepareMail(day: string) {
  const last = await store.findNewestMail(day);
  // The text is empty if the key that encrypted it is lost.
  if (last && isOfThisWeek(last, day)) return last.text ? last : undefined;
  const shown = listChosenCards(await readOverviewSettings());
  const { cards, disclosed } = chooseFigures(shown, await readStoredCards(), last?.disclosed);
  if (cards.length === 0) return undefined;
  await store.storeMail({ day, text: buildMailText(cards), disclosed });
  return store.findNewestMail(day);
}

/**
 * Sends the mail of this week to the recipient of a job, if the host says that the recipient is still an active
 * administrator with an e-mail address.
 */
async function tryToSend(_: object, { subject }: { subject: string }) {
  const today = getToday();
  const mail = await store.findNewestMail(today);
  const recipients = await store.readRecipients();
  const recipient = recipients.find(({ id }) => subject === `${mail?.day} ${id}`);
  if (!mail?.text || !isOfThisWeek(mail, today) || !recipient || !canSend()) return 'later';
  try {
    const { username } = recipient;
    const user = await getCurrentUser({ ...recipient, name: '', email: '', role: '' });
    if (!user || user === 'inactive' || !isAdministrator(user) || !isEmail(user.email))
      return 'later';
    const description = 'Sending the weekly mail to this administrator';
    await enterDurably([{ username, title: home.title, action: 'Update', description }]);
    const title = `${config.PRODUCT_NAME}: weekly figures`;
    await sendMail({ to: user.email, subject: title, text: mail.text });
    return { ok: true as const, value: {} };
  } catch (error) {
    log.error({ error: toErrorText(error) }, 'the sending of a weekly mail failed');
    return mayBeSent(error) ? 'unknown' : 'later';
  }
}

/** Returns the facts for the page of the weekly mail: its recipients, its states, and whether the user gets it. */
export async function describeMail(userId: string) {
  const recipients = await store.readRecipients();
  const mail = await store.findNewestMail(getToday());
  const states = mail && ((await store.listStates(mail.day)).join(', ') || 'not sent yet');
  return {
    ...{ recipients: recipients.length, canSend: canSend() },
    newest: mail && `Mail of ${formatDate(mail.day, 'date', 'UTC')}: ${states}.`,
    isRecipient: recipients.some(({ id }) => id === userId),
  };
}

/** Adds the signed-in administrator to the recipients of the weekly mail, or removes them. */
export async function changeMail({ user: { id, username }, toast }: SignedIn, request: Request) {
  const isJoining = (await readForm(request, { fields: ['intent'] })).get('intent') === 'join';
  const others = (await store.readRecipients()).filter((recipient) => recipient.id !== id);
  await mustStore(() => store.storeRecipients(isJoining ? [...others, { id, username }] : others));
  const change = isJoining ? 'get the weekly mail' : 'no longer get the weekly mail';
  audit({ username, title: home.title, action: 'Update', description: `Chose to ${change}` });
  await toast({ kind: 'success', text: `You ${change}.` });
  return redirect('/home/settings/mail');
}
