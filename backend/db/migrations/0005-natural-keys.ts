import type { Kysely, Migration } from 'kysely';

const indexes = {
  participant: ['study_number'],
  followup: ['study_number'],
  analytic: ['username', 'start_date', 'type', 'subject'],
  study_followup: ['sfollow_whatsapp'],
  study_resource: ['sresource_whatsapp'],
  quiz_attempt: ['attempt_quiz', 'attempt_createuser', 'attempt_createdate'],
  sms_phone: ['sms_phone_number'],
  sms_history: ['sms_history_number'],
} as const;

/** Creates indexes on the columns by which an import finds records. Without them, each row reads the whole table. */
export const naturalKeys: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, columns] of Object.entries(indexes))
      await db.schema
        .createIndex(`${table}_natural_key`)
        .on(table)
        .columns([...columns])
        .execute();
  },
};
