import { type CreateTableBuilder, type Kysely, type Migration, sql } from 'kysely';

/** Creates the tables of the users, of the reference data, and of the host's logs and uploads. */
export const administration: Migration = {
  async up(db: Kysely<unknown>) {
    await createAccounts(db);
    await createReference(db);
    await createJournals(db);
  },
};

async function createAccounts(db: Kysely<unknown>) {
  await stamped(table(db, 'user_account', 'user_id'), 'user')
    .addColumn('user_username', 'text', (column) => column.notNull())
    .addColumn('user_fname', 'text')
    .addColumn('user_lname', 'text')
    .addColumn('user_phone', 'text')
    .addColumn('user_email', 'text')
    .addColumn('user_role', 'integer', (column) => column.notNull())
    .addColumn('user_status', 'integer', (column) => column.notNull())
    // An argon2id hash; null until the user has set a password.
    .addColumn('user_password', 'text')
    .execute();
  await db.schema
    .createTable('recovery_code')
    // SHA-256 of the code, so that a person who reads the table cannot use the code.
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    // Null if the code was requested for an unknown address, so that such a request adds a row as well.
    .addColumn('user_id', 'integer', (column) =>
      column.references('user_account.user_id').onDelete('cascade'),
    )
    // Milliseconds since the epoch.
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('recovery_code_user').on('recovery_code').column('user_id').execute();
}

async function createReference(db: Kysely<unknown>) {
  for (const name of ['country', 'color'])
    await stamped(table(db, name, `${name}_id`), name)
      .addColumn(`${name}_name`, 'text', (column) => column.notNull())
      .addColumn(`${name}_code`, 'text')
      .addColumn(`${name}_status`, 'integer', (column) => column.notNull().defaultTo(sql`1`))
      .execute();
  await stamped(
    texts(
      table(db, 'notification', 'notification_id'),
      'notification',
      'type title body description',
    ),
    'notification',
  ).execute();
  let facility = texts(
    table(db, 'facility', 'facility_id'),
    'facility',
    'name address tollfree whatsapp email website phone content thumbnailUrl',
  )
    .addColumn('facility_lat', 'double precision')
    .addColumn('facility_lon', 'double precision')
    .addColumn('facility_status', 'integer', (column) => column.notNull().defaultTo(sql`1`));
  for (const service of ['contraception', 'prep', 'abortion', 'menstrual', 'sti', 'art'])
    facility = facility.addColumn(`facility_${service}`, 'integer');
  await stamped(facility, 'facility').execute();
  await stamped(
    texts(table(db, 'pfacility', 'pfacility_id'), 'pfacility', 'name services hours names contact'),
    'pfacility',
  )
    .addColumn('pfacility_status', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .execute();
  await stamped(
    texts(
      table(db, 'resource', 'resource_id'),
      'resource',
      'name description url thumbnailUrl content',
    ),
    'resource',
  )
    .addColumn('resource_type', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .addColumn('resource_status', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .execute();
}

async function createJournals(db: Kysely<unknown>) {
  await texts(
    table(db, 'audit_entry', 'audit_id'),
    'audit',
    'username title action description date',
  ).execute();
  await texts(table(db, 'login_entry', 'login_id'), 'login', 'username source date').execute();
  await texts(
    table(db, 'log_entry', 'log_id'),
    'log',
    'username title action description exception date',
  ).execute();
  await texts(table(db, 'topic_message', 'message_id'), 'message', 'topic title body date')
    // 1 if the push service accepted the message, otherwise 0.
    .addColumn('message_sent', 'integer', (column) => column.notNull())
    .execute();
  await texts(
    table(db, 'upload', 'upload_id'),
    'upload',
    'name path type sha256 createuser createdate',
  )
    // The size in bytes.
    .addColumn('upload_size', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('upload_path').on('upload').column('upload_path').unique().execute();
}

function table(db: Kysely<unknown>, name: string, key: string) {
  return db.schema
    .createTable(name)
    .addColumn(key, 'integer', (column) => column.primaryKey().autoIncrement());
}

function texts(builder: CreateTableBuilder<string, string>, prefix: string, names: string) {
  let result = builder;
  for (const name of names.split(' ')) result = result.addColumn(`${prefix}_${name}`, 'text');
  return result;
}

function stamped(builder: CreateTableBuilder<string, string>, prefix: string) {
  return texts(builder, prefix, 'createuser createdate lastupdateuser lastupdatedate');
}
