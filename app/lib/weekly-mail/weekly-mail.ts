import { z } from 'zod';

/** The path of the page on which administrators choose who gets the mail. */
export const MAIL_PATH = '/home/settings/mail';

/** The days of the week in the order of ISO 8601. Monday is 1. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The maximum number of administrators who get the mail. */
export const MAX_RECIPIENTS = 20;

/** A user as the settings and the form name them. An id alone may belong to another user later. */
export const recipientSchema = z.object({
  id: z.string().min(1).max(100),
  username: z.string().min(1).max(200),
});
export type Recipient = z.infer<typeof recipientSchema>;

/** The settings of the weekly mail, which is off if it has no recipients. */
export const settingsSchema = z.object({
  weekday: z.number().int().min(1).max(7),
  recipients: z.array(recipientSchema).max(MAX_RECIPIENTS),
});
export type MailSettings = z.infer<typeof settingsSchema>;

/**
 * The state of a mail to one recipient:
 * - `due` until the panel begins to send it, then `sending`. A mail that stays `sending` was interrupted.
 * - `sent`: the mail server has it.
 * - `failed`: it was not sent. It is tried again, up to three times in all.
 * - `unknown`: the mail server may have it, so it is not tried again.
 * - `refused`: the recipient is no active administrator with an e-mail address.
 */
export type MailState = 'due' | 'sending' | 'sent' | 'failed' | 'unknown' | 'refused';
