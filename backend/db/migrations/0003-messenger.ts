import { type CreateTableBuilder, type Kysely, type Migration, sql } from 'kysely';

/** Creates the tables of the participants' messenger: phones, their links, quizzes and short messages. */
export const messenger: Migration = {
  async up(db: Kysely<unknown>) {
    await createPhones(db);
    await createQuizzes(db);
    await createShortMessages(db);
  },
};

async function createPhones(db: Kysely<unknown>) {
  await stamped(table(db, 'phone', 'phone_id'), 'phone')
    .addColumn('phone_number', 'text', (column) => column.notNull().unique())
    .addColumn('phone_name', 'text')
    .addColumn('phone_pin', 'text')
    .addColumn('phone_color', 'text')
    // 1 Public, 2 Peer Navigator, 3 Participant, 4 Moderator.
    .addColumn('phone_status', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .addColumn('phone_email', 'text')
    .addColumn('p_source', 'text')
    .addColumn('phone_token', 'text')
    .execute();
  await table(db, 'peer', 'part_id')
    // The peer navigator's number, and that of the participant linked to it.
    .addColumn('part_peer', 'text', (column) =>
      column.notNull().references('phone.phone_number').onDelete('cascade'),
    )
    .addColumn('part_number', 'text', (column) =>
      column.notNull().references('phone.phone_number').onDelete('cascade'),
    )
    .addColumn('part_createuser', 'text')
    .addColumn('part_createdate', 'text')
    .addUniqueConstraint('peer_link', ['part_peer', 'part_number'])
    .execute();
  await db.schema.createIndex('peer_number').on('peer').column('part_number').execute();
  await db.schema.createIndex('phone_status').on('phone').column('phone_status').execute();
}

async function createQuizzes(db: Kysely<unknown>) {
  await stamped(table(db, 'quiz', 'quiz_id'), 'quiz')
    .addColumn('quiz_question', 'text')
    .addColumn('quiz_description', 'text')
    // A JSON list: id, no, answer, correct.
    .addColumn('quiz_options', 'text')
    .addColumn('quiz_status', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .execute();
  await table(db, 'quiz_attempt', 'attempt_id')
    .addColumn('attempt_quiz', 'integer', (column) => column.notNull().references('quiz.quiz_id'))
    // Percent.
    .addColumn('attempt_score', 'double precision')
    // A JSON list: no, id, answer, selected, correct.
    .addColumn('attempt_answers', 'text')
    .addColumn('attempt_createuser', 'text')
    .addColumn('attempt_createdate', 'text')
    .execute();
  await db.schema
    .createIndex('quiz_attempt_quiz')
    .on('quiz_attempt')
    .columns(['attempt_quiz', 'attempt_score'])
    .execute();
}

async function createShortMessages(db: Kysely<unknown>) {
  await stamped(table(db, 'sms_category', 'sms_cat_id'), 'sms_cat')
    .addColumn('sms_cat_name', 'text', (column) => column.notNull())
    .addColumn('sms_cat_description', 'text')
    .addColumn('sms_cat_status', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .execute();
  await stamped(table(db, 'sms_phone', 'sms_phone_id'), 'sms_phone')
    .addColumn('sms_phone_name', 'text')
    .addColumn('sms_phone_number', 'text', (column) => column.notNull())
    .addColumn('sms_phone_category', 'integer', (column) =>
      column.references('sms_category.sms_cat_id'),
    )
    .addColumn('sms_phone_status', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .execute();
  await db.schema
    .createIndex('sms_phone_category')
    .on('sms_phone')
    .column('sms_phone_category')
    .execute();
  await stamped(table(db, 'sms_message', 'sms_id'), 'sms')
    .addColumn('sms_content', 'text')
    .addColumn('sms_description', 'text')
    .addColumn('sms_status', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .execute();
  await table(db, 'sms_history', 'sms_history_id')
    .addColumn('sms_history_message', 'text')
    .addColumn('sms_history_number', 'text')
    // The category's name when the message was sent. It remains after the category is deleted.
    .addColumn('sms_cat_name', 'text')
    .addColumn('sms_history_status', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .addColumn('sms_history_createuser', 'text')
    .addColumn('sms_history_createdate', 'text')
    .execute();
}

function table(db: Kysely<unknown>, name: string, key: string) {
  return db.schema
    .createTable(name)
    .addColumn(key, 'integer', (column) => column.primaryKey().autoIncrement());
}

function stamped(builder: CreateTableBuilder<string, string>, prefix: string) {
  return builder
    .addColumn(`${prefix}_createuser`, 'text')
    .addColumn(`${prefix}_createdate`, 'text')
    .addColumn(`${prefix}_lastupdateuser`, 'text')
    .addColumn(`${prefix}_lastupdatedate`, 'text');
}
