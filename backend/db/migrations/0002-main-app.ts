import { type Kysely, type Migration, sql } from 'kysely';

/** All columns are texts, because the apps upload every answer, even a date, as it was typed. */
const participantColumns = `
  peer_navigator assessment_date study_number birthday downloaded_messenger
  no_download_messenger_reason no_download_messenger_reason_specify phone_number own_phone
  residency prefered_contact_method contact_frequency history_modern_contraception_use
  history_contraception_male_condom history_contraception_female_condom
  history_contraception_implant history_contraception_injection history_contraception_iud
  history_contraception_ius history_contraception_pills history_contraception_other
  history_contraception_other_specify history_contraception_satisfaction
  history_contraception_satisfaction_reason history_contraception_stop_reason
  history_contraception_no_use_reason history_hiv_know_status history_hiv_last_test
  history_hiv_used_prep history_hiv_prep_last_refil history_hiv_prep_last_refil_source
  history_hiv_prep_last_refil_source_specify history_hiv_prep_problems
  history_hiv_prep_questions history_hiv_taking_art history_hiv_last_refil
  history_hiv_last_refil_source history_hiv_last_refil_source_specify history_hiv_art_problems
  history_hiv_art_questions history_hiv_desired_support_reminders_appointments
  history_hiv_desired_support_reminders_checkins history_hiv_desired_support_refil_accompany
  history_hiv_desired_support_refil_pn_accompany history_hiv_desired_support_other
  history_hiv_desired_support_other_specify
  history_hiv_prep_desired_support_reminders_appointments
  history_hiv_prep_desired_support_reminders_adherence
  history_hiv_prep_desired_support_refil_pn_accompany
  history_hiv_prep_desired_support_pn_hiv_kit history_hiv_prep_desired_support_other
  history_hiv_prep_desired_support_other_specify history_hiv_prep_stop_reason
  srh_contraception_interest srh_contraception_started_evidence
  srh_contraception_no_interest_reason srh_contraception_interest_male_condom
  srh_contraception_interest_female_condom srh_contraception_interest_implant
  srh_contraception_interest_injection srh_contraception_interest_iud
  srh_contraception_interest_ius srh_contraception_interest_pills
  srh_contraception_interest_other srh_contraception_interest_other_specify
  srh_contraception_method_in_mind srh_contraception_information_methods
  srh_contraception_find_schedule_facility srh_contraception_find_schedule_facility_yes_date
  srh_contraception_find_schedule_facility_yes_pn_accompany
  srh_contraception_find_schedule_facility_no_date
  srh_contraception_find_schedule_facility_no_pick
  srh_contraception_find_schedule_facility_selected
  srh_contraception_find_schedule_facility_other srh_contraception_information_app
  srh_contraception_information_app_sent srh_contraception_information_app_sent_date
  srh_contraception_learn_methods srh_prep_interest srh_prep_started_evidence
  srh_prep_no_interest_reason srh_prep_information_app srh_prep_information_app_sent
  srh_prep_information_app_sent_date srh_prep_find_schedule_facility
  srh_prep_find_schedule_facility_yes_date srh_prep_find_schedule_facility_yes_pn_accompany
  srh_prep_find_schedule_facility_no_date srh_prep_find_schedule_facility_no_pick
  srh_prep_find_schedule_facility_selected srh_prep_find_schedule_facility_other
  srh_prep_information_read next_date history_hiv_used_prep_no_reason record_upload_date
  record_status
`;

const followupColumns = `
  peer_navigator study_number next_checkin_date checkin_notes checkin_type
  srh_contraception_interest srh_prep_interest srh_contraception_started_problems
  srh_prep_started_problems srh_contraception_started_side_effects
  srh_prep_started_side_effects srh_contraception_started_other srh_prep_started_other
  srh_contraception_started_evidence srh_contraception_no_interest_reason
  srh_contraception_interest_male_condom srh_contraception_interest_female_condom
  srh_contraception_interest_implant srh_contraception_interest_injection
  srh_contraception_interest_iud srh_contraception_interest_ius
  srh_contraception_interest_pills srh_contraception_interest_other
  srh_contraception_interest_other_specify srh_contraception_method_in_mind
  srh_contraception_information_methods srh_contraception_find_schedule_facility
  srh_contraception_find_schedule_facility_yes_date
  srh_contraception_find_schedule_facility_yes_pn_accompany
  srh_contraception_find_schedule_facility_no_date
  srh_contraception_find_schedule_facility_no_pick
  srh_contraception_find_schedule_facility_selected
  srh_contraception_find_schedule_facility_other srh_contraception_information_app
  srh_contraception_information_app_sent srh_contraception_information_app_sent_date
  srh_contraception_learn_methods srh_prep_started_evidence srh_prep_no_interest_reason
  srh_prep_information_app srh_prep_information_app_sent srh_prep_information_app_sent_date
  srh_prep_find_schedule_facility srh_prep_find_schedule_facility_yes_date
  srh_prep_find_schedule_facility_yes_pn_accompany srh_prep_find_schedule_facility_no_date
  srh_prep_find_schedule_facility_no_pick srh_prep_find_schedule_facility_selected
  srh_prep_find_schedule_facility_other srh_prep_information_read
  history_hiv_used_prep_no_reason record_upload_date record_status
`;

/** Creates the tables for the uploads of the peer navigators' app, and for the lists of the study itself. */
export const mainApp: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('peer_navigator')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('parent', 'integer')
      .addColumn('status', 'integer')
      .addColumn('upload', 'integer')
      .addColumn('username', 'text')
      .addColumn('first_name', 'text')
      .addColumn('last_name', 'text')
      .addColumn('phone_number', 'text')
      .addColumn('created_date', 'text')
      .addColumn('upload_date', 'text')
      .execute();
    await createTextTable(db, 'participant', participantColumns);
    await createTextTable(db, 'followup', followupColumns);
    await db.schema
      .createTable('analytic')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('upload', 'integer')
      .addColumn('username', 'text')
      .addColumn('type', 'text')
      .addColumn('start_date', 'text')
      .addColumn('end_date', 'text')
      .addColumn('duration', 'integer')
      .addColumn('result', 'text')
      .addColumn('subject', 'text')
      .addColumn('created_date', 'text')
      .addColumn('upload_date', 'text')
      .execute();
    for (const table of ['participant', 'followup'])
      await db.schema
        .createIndex(`${table}_peer_navigator`)
        .on(table)
        .column('peer_navigator')
        .execute();
    // Includes the duration, so that a sum of durations reads only the index and not the table.
    await db.schema
      .createIndex('analytic_username')
      .on('analytic')
      .columns(['username', 'duration'])
      .execute();
    await db.schema
      .createTable('data_dictionary')
      .addColumn('dict_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('dict_entity', 'text')
      .addColumn('dict_field', 'text')
      .addColumn('dict_name', 'text')
      .addColumn('dict_description', 'text')
      .addColumn('dict_type', 'text')
      .execute();
    await createStudyTables(db);
  },
};

async function createTextTable(db: Kysely<unknown>, table: string, columns: string) {
  let builder = db.schema
    .createTable(table)
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement());
  for (const name of columns.trim().split(/\s+/)) builder = builder.addColumn(name, 'text');
  await builder.execute();
}

async function createStudyTables(db: Kysely<unknown>) {
  await db.schema
    .createTable('study_followup')
    .addColumn('sfollow_id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('sfollow_name', 'text')
    .addColumn('sfollow_whatsapp', 'text')
    .addColumn('sfollow_months', 'integer')
    .addColumn('sfollow_status', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .addColumn('sfollow_sent_date', 'text')
    .addColumn('sfollow_delivery_date', 'text')
    .addColumn('sfollow_seen_date', 'text')
    .addColumn('sfollow_enrollment_date', 'text')
    .addColumn('sfollow_last_check_time', 'text')
    .addColumn('sfollow_last_check_days', 'integer')
    .addColumn('sfollow_intervention', 'text')
    .addColumn('sfollow_link', 'text')
    .addColumn('sfollow_email', 'text')
    .execute();
  await db.schema
    .createTable('study_resource')
    .addColumn('sresource_id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('sresource_name', 'text')
    .addColumn('sresource_whatsapp', 'text')
    .addColumn('sresource_sent_date', 'text')
    .addColumn('sresource_delivery_date', 'text')
    .addColumn('sresource_seen_date', 'text')
    .addColumn('sresource_intervention', 'text')
    .addColumn('sresource_link', 'text')
    .execute();
}
