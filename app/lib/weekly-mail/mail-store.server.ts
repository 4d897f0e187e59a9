import { z } from 'zod';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import type { Disclosed } from './choose-figures';
import type { MailState } from './weekly-mail';

const { seal, unseal } = makeSealer('weekly mail');

/** The number of mails that are stored. The newest one also has the totals that earlier mails have disclosed. */
const KEPT = 8;
/** The maximum number of attempts to send a mail to a recipient, and the time in milliseconds between them. */
const MAX_ATTEMPTS = 3;
const RETRY_MS = 55 * 60_000;

const contentSchema = z.object({
  text: z.string(),
  disclosed: z.record(z.string(), z.array(z.number())),
});

export interface WeeklyMail {
  /** The day on which the mail is due, as `YYYY-MM-DD`. */
  day: string;
  text: string;
  disclosed: Disclosed;
}

/** Returns the newest mail up to a day. A later one was stored by a wrong clock. */
export async function findNewestMail(today: string): Promise<WeeklyMail | undefined> {
  const db = await getStore();
  const row = await db
    .selectFrom('weekly_mail')
    .selectAll()
    .where('day', '<=', today)
    .orderBy('day', 'desc')
    .executeTakeFirst();
  const text = row && unseal(row.content, [row.day])?.toString('utf8');
  const content = text ? contentSchema.safeParse(JSON.parse(text)).data : undefined;
  return row && { day: row.day, text: '', disclosed: {}, ...content };
}

/** Stores a mail and its recipients, unless another process has stored the mail of this day. */
export async function storeMail(
  { day, ...content }: WeeklyMail,
  userIds: readonly string[],
  at: number,
): Promise<void> {
  const db = await getStore();
  await db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('weekly_mail')
      .values({ day, content: seal(JSON.stringify(content), [day]) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return;
    await transaction
      .insertInto('weekly_mail_recipient')
      .values(userIds.map((user_id) => ({ day, user_id, state: 'due', attempts: 0, at })))
      .execute();
    const kept = transaction.selectFrom('weekly_mail').select('day').orderBy('day', 'desc');
    const old = await kept.offset(KEPT).limit(100).execute();
    for (const mail of old)
      await transaction.deleteFrom('weekly_mail').where('day', '=', mail.day).execute();
  });
}

/**
 * Marks the mail to a recipient as `sending`, and returns true, if it is due or its latest attempt failed long enough
 * ago. Only one process of all receives true. If the process ends before it calls settleMail, nobody sends the mail
 * again, because the mail server may have it.
 */
export async function claimMail(day: string, userId: string, now: number): Promise<boolean> {
  const db = await getStore();
  const { numUpdatedRows } = await db
    .updateTable('weekly_mail_recipient')
    .set(({ eb }) => ({ state: 'sending', attempts: eb('attempts', '+', 1), at: now }))
    .where('day', '=', day)
    .where('user_id', '=', userId)
    .where((or) =>
      or.or([
        or('state', '=', 'due'),
        or.and([
          or('state', '=', 'failed'),
          or('attempts', '<', MAX_ATTEMPTS),
          or('at', '<=', now - RETRY_MS),
        ]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the result of the mail to a recipient. */
export async function settleMail(day: string, userId: string, state: MailState): Promise<void> {
  const db = await getStore();
  await db
    .updateTable('weekly_mail_recipient')
    .set({ state })
    .where('day', '=', day)
    .where('user_id', '=', userId)
    .execute();
}

/** Returns the numbers of recipients of a mail by their states. */
export async function countStates(day: string): Promise<Map<string, number>> {
  const db = await getStore();
  const rows = await db
    .selectFrom('weekly_mail_recipient')
    .select(({ fn }) => ['state', fn.countAll<number | string>().as('count')])
    .where('day', '=', day)
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}
