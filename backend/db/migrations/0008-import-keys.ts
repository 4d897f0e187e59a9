import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

/** The columns by which an import finds records, unless 0005-natural-keys has indexed all of them. */
const natural = {
  user_account: ['user_username'],
  facility: ['facility_name'],
  pfacility: ['pfacility_name'],
  resource: ['resource_name'],
  country: ['country_name'],
  color: ['color_name'],
  notification: ['notification_title', 'notification_type', 'notification_body'],
  peer_navigator: ['username'],
  followup: ['study_number', 'checkin_type', 'next_checkin_date'],
  data_dictionary: ['dict_field', 'dict_entity'],
  study_followup: ['sfollow_whatsapp', 'sfollow_name', 'sfollow_months'],
  study_resource: ['sresource_whatsapp', 'sresource_name', 'sresource_link'],
  quiz: ['quiz_question'],
  sms_category: ['sms_cat_name'],
  sms_message: ['sms_content'],
  sms_history: ['sms_history_number', 'sms_history_createdate', 'sms_history_message'],
} as const;

/** Texts that must be unique, whatever their case. */
const unique = {
  user_account: ['user_username', 'user_email'],
  country: ['country_name'],
  color: ['color_name'],
  sms_category: ['sms_cat_name'],
  sms_phone: ['sms_phone_number'],
} as const;

/** Creates the indexes for the lookups of imports and saves: without them, each row reads the whole table. */
export const importKeys: Migration = {
  async up(db: Kysely<unknown>) {
    const onServer = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const [table, columns] of Object.entries(natural)) {
      // PostgreSQL limits the length of an index entry, which long texts exceed.
      const keys = columns.map((column) =>
        onServer ? sql`(md5(${sql.ref(column)}::text))` : sql`${sql.ref(column)}`,
      );
      await sql`create index ${sql.id(`${table}_import_key`)} on ${sql.table(table)}
        (${sql.join(keys)})`.execute(db);
    }
    for (const [table, columns] of Object.entries(unique))
      for (const column of columns) {
        const folded = sql`fold(nullif(${sql.ref(column)}, ''))`;
        await sql`create index ${sql.id(`${column}_folded`)} on ${sql.table(table)}
          (${onServer ? sql`(${folded} collate "C")` : folded})`.execute(db);
      }
  },
};
