import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

const names = (text: string) => text.split(/\s+/);
const stamps = (prefix: string) => [`${prefix}_createdate`, `${prefix}_lastupdatedate`];

/** The date columns of each table at the time of this migration. */
const dates: Readonly<Record<string, readonly string[]>> = {
  user_account: stamps('user'),
  country: stamps('country'),
  color: stamps('color'),
  notification: stamps('notification'),
  facility: stamps('facility'),
  pfacility: stamps('pfacility'),
  resource: stamps('resource'),
  participant: names(
    `assessment_date birthday history_hiv_prep_last_refil history_hiv_last_refil
    srh_contraception_find_schedule_facility_yes_date srh_contraception_find_schedule_facility_no_date
    srh_contraception_information_app_sent_date srh_prep_information_app_sent_date
    srh_prep_find_schedule_facility_yes_date srh_prep_find_schedule_facility_no_date
    next_date record_upload_date`,
  ),
  followup: names(
    `next_checkin_date
    srh_contraception_find_schedule_facility_yes_date srh_contraception_find_schedule_facility_no_date
    srh_contraception_information_app_sent_date srh_prep_information_app_sent_date
    srh_prep_find_schedule_facility_yes_date srh_prep_find_schedule_facility_no_date
    record_upload_date`,
  ),
  peer_navigator: ['created_date', 'upload_date'],
  analytic: ['start_date', 'end_date', 'created_date', 'upload_date'],
  study_followup: names(
    `sfollow_sent_date sfollow_delivery_date sfollow_seen_date sfollow_enrollment_date
    sfollow_last_check_time`,
  ),
  study_resource: ['sresource_sent_date', 'sresource_delivery_date', 'sresource_seen_date'],
  phone: stamps('phone'),
  peer: ['part_createdate'],
  quiz: stamps('quiz'),
  quiz_attempt: ['attempt_createdate'],
  sms_category: stamps('sms_cat'),
  sms_phone: stamps('sms_phone'),
  sms_message: stamps('sms'),
  sms_history: ['sms_history_createdate'],
  upload: ['upload_createdate'],
};

/**
 * Adds a sortable column beside each date, which the next start fills. Removes the SQL functions that read dates, and
 * the indexes that call these functions.
 */
export const sortableDates: Migration = {
  async up(db: Kysely<unknown>) {
    const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    // PostgreSQL writes a changed row into every index, so filling the columns is faster without indexes. The next
    // start creates the indexes again.
    const indexes = onPostgres
      ? sql<{ name: string }>`select indexname as name from pg_indexes
          where schemaname = current_schema() and (indexdef like '%study_time(%'
            or indexname ~ '^(list|find)_.*_[0-9a-f]{8}(_desc)?$')`
      : sql<{ name: string }>`select name from sqlite_master
          where type = 'index' and sql like '%study_time(%'`;
    for (const { name } of (await indexes.execute(db)).rows)
      await sql`drop index ${sql.id(name)}`.execute(db);
    if (onPostgres)
      for (const name of ['study_time', 'odd_study_time'])
        await sql`drop function if exists ${sql.id(name)}(text, text)`.execute(db);
    for (const [table, columns] of Object.entries(dates))
      for (const column of columns)
        await db.schema.alterTable(table).addColumn(`${column}_sortable`, 'text').execute();
  },
};
