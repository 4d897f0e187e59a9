import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { readForm } from '../form/read-form.server';
import { audit } from '../host/audit.server';
import { describeLoadError } from '../host/describe-error';
import { home } from '../menu';
import { mustStore } from '../server/unwritable.server';
import type { SignedIn } from '../session/guard.server';
import { listAdministrators } from './list-administrators.server';
import { readMailSettings, storeMailSettings } from './mail-settings.server';
import { MAIL_PATH, MAX_RECIPIENTS, type MailSettings, weekdays } from './weekly-mail';

const CHOOSE_DAY = 'Choose a day of the week';

const formSchema = z.object({
  intent: z.enum(['save', 'leave']).default('save'),
  weekday: z.coerce
    .number({ error: CHOOSE_DAY })
    .int(CHOOSE_DAY)
    .min(1, CHOOSE_DAY)
    .max(7, CHOOSE_DAY)
    .optional(),
  recipients: z
    .array(z.string().max(100))
    .max(MAX_RECIPIENTS, `Choose up to ${MAX_RECIPIENTS} administrators`)
    .default([]),
});

/**
 * Stores who gets the weekly mail and when, or takes the signed-in administrator off it. Redirects to the same page.
 */
export async function changeMailSettings(signedIn: SignedIn, request: Request) {
  const form = await readForm(request, { fields: ['intent', 'weekday'], repeated: ['recipients'] });
  const submission = parseWithZod(form, { schema: formSchema });
  if (submission.status !== 'success') return data(submission.reply(), 400);
  const { intent, weekday, recipients } = submission.value;
  const { user } = signedIn;
  if (intent === 'leave') {
    const former = await readMailSettings();
    const others = former.recipients.filter(({ id }) => id !== user.id);
    await store(signedIn, { ...former, recipients: others }, 'You no longer get the weekly mail.');
    return redirect(MAIL_PATH);
  }
  const refuse = (name: string, error: string, status = 400) =>
    data(submission.reply({ fieldErrors: { [name]: [error] } }), status);
  if (weekday === undefined) return refuse('weekday', CHOOSE_DAY);
  const found = await listAdministrators(user);
  if (!found.ok) return refuse('recipients', describeLoadError(found.error, 'Users'), 502);
  const chosen = found.value.filter(({ id }) => recipients.includes(id));
  if (chosen.length < new Set(recipients).size)
    return refuse(
      'recipients',
      'Choose administrators from the list. One of those you chose is no longer an active administrator',
    );
  await store(signedIn, { weekday, recipients: chosen }, 'The weekly mail was changed.');
  return redirect(MAIL_PATH);
}

async function store(
  { user, toast }: SignedIn,
  settings: MailSettings,
  message: string,
): Promise<void> {
  await mustStore(() => storeMailSettings(settings));
  audit({
    ...{ username: user.username, title: home.title, action: 'Update' },
    description: `Changed the weekly mail: ${describeMail(settings)}`,
  });
  await toast({ kind: 'success', text: message });
}

/** Returns the settings in words, without names. */
export function describeMail({ weekday, recipients }: MailSettings): string {
  const { length } = recipients;
  if (length === 0) return 'off';
  const day = weekdays[weekday - 1];
  return `${day}, to ${length === 1 ? '1 administrator' : `${length} administrators`}`;
}
