import { sql } from 'kysely';
import { z } from 'zod';
import { makeSealer } from '../core/server/seal.server';
import { getStore } from '../core/server/store.server';

const { seal, unseal } = makeSealer('weekly mail');
const SETTING = 'weekly-mail';

/** The username is stored too, because a host may give the id to another user. */
const recipientSchema = z.object({ id: z.string(), username: z.string() });
type Recipient = z.infer<typeof recipientSchema>;
const settingsSchema = z.object({ recipients: z.array(recipientSchema) });
const totalsSchema = z.record(z.string(), z.array(z.number()));
const contentSchema = z.object({ text: z.string(), disclosed: totalsSchema });
/** A mail, and the day on which it was due, as `YYYY-MM-DD`. */
type WeeklyMail = z.infer<typeof contentSchema> & { day: string };

function open<T>(schema: z.ZodType<T>, sealed: string | undefined, name: string): T | undefined {
  const text = sealed && unseal(sealed, [name])?.toString('utf8');
  return text ? schema.safeParse(JSON.parse(text)).data : undefined;
}

/** Returns the administrators who have chosen the mail. By default, there are none. */
export async function readRecipients(): Promise<Recipient[]> {
  const settings = (await getStore()).selectFrom('shared_setting').where('name', '=', SETTING);
  const row = await settings.select('value').executeTakeFirst();
  return open(settingsSchema, row?.value, SETTING)?.recipients ?? [];
}

/** Stores the recipients, encrypted because usernames may be e-mail addresses. */
export async function storeRecipients(recipients: readonly Recipient[]): Promise<void> {
  const value = seal(JSON.stringify({ recipients }), [SETTING]);
  const insert = (await getStore()).insertInto('shared_setting').values({ name: SETTING, value });
  await insert.onConflict((same) => same.column('name').doUpdateSet({ value })).execute();
}

/** Returns the newest mail up to a day. A later one was stored by a wrong clock. */
export async function findNewestMail(today: string): Promise<WeeklyMail | undefined> {
  const mails = (await getStore()).selectFrom('weekly_mail').where('day', '<=', today);
  const row = await mails.selectAll().orderBy('day', 'desc').executeTakeFirst();
  const content = open(contentSchema, row?.content, row?.day ?? '');
  return row && { day: row.day, text: '', disclosed: {}, ...content };
}

/**
 * Stores a mail, unless another process has stored the mail of this day. Of the former mails, the newest seven stay. The
 * jobs of the others are deleted too.
 */
export async function storeMail({ day, ...mail }: WeeklyMail): Promise<void> {
  const db = await getStore();
  const insert = db.insertInto('weekly_mail').onConflict((same) => same.doNothing());
  await insert.values({ day, content: seal(JSON.stringify(mail), [day]) }).execute();
  const newest = db.selectFrom('weekly_mail').select('day').orderBy('day', 'desc').limit(8);
  await db.deleteFrom('weekly_mail').where('day', 'not in', newest).execute();
  const stored = db.selectFrom('weekly_mail').select('day');
  await db
    .deleteFrom('job')
    .where('kind', '=', 'mail')
    .where(sql<string>`substr(subject, 1, 10)`, 'not in', stored)
    .execute();
}

/** Returns the states of a mail, one for each recipient to whom there was an attempt to send it. */
export async function listStates(day: string): Promise<string[]> {
  const jobs = (await getStore()).selectFrom('job').where('subject', 'like', `${day} %`);
  const rows = await jobs.select(['state', 'result']).where('attempts', '>', 0).execute();
  const states = rows.map(({ state, result }) => {
    if (state === 'done') return 'sent';
    return state === 'waiting' || result !== null ? 'failed' : 'unknown';
  });
  return states.sort();
}
