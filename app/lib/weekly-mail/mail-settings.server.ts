import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import { type MailSettings, settingsSchema } from './weekly-mail';

const { seal, unseal } = makeSealer('weekly mail');

const SETTING = 'weekly-mail';

/** Reads the settings of the weekly mail. By default, nobody gets it. */
export async function readMailSettings(): Promise<MailSettings> {
  const db = await getStore();
  const row = await db
    .selectFrom('shared_setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  const text = row && unseal(row.value, [SETTING])?.toString('utf8');
  const settings = text ? settingsSchema.safeParse(JSON.parse(text)).data : undefined;
  return settings ?? { weekday: 1, recipients: [] };
}

/** Stores the settings, encrypted because usernames may be e-mail addresses. */
export async function storeMailSettings(settings: MailSettings): Promise<void> {
  const db = await getStore();
  const value = seal(JSON.stringify(settings), [SETTING]);
  await db
    .insertInto('shared_setting')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
