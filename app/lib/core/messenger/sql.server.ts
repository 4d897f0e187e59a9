import type { StudyTables } from 'backend/db/study-tables';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { getDialect } from 'shared/db/dialect-of';
import {
  DocumentError,
  type DocumentListOptions,
  type DocumentStore,
  ORDER_FIELD,
  type StoredDocument,
  splitPath,
  type Where,
} from './document-store';
import { parseFields, serializeFields } from './document-text';

type Row = StudyTables['document'];

/** Returns the document store in the study's database, for panels without Firestore. */
export function openSqlStore(open: () => Promise<Kysely<StudyTables>>): DocumentStore {
  return {
    async list(collection, { limit, order, from }: DocumentListOptions) {
      const db = await open();
      let query = db.selectFrom('document').selectAll().where('collection', '=', collection);
      if (order) {
        const direction = order === 'ascending' ? 'asc' : 'desc';
        query = query.where('order_key', 'is not', null).orderBy('order_key', direction);
        if (from) query = query.where('order_key', '>=', from.getTime());
        query = query.orderBy('id', direction);
      } else {
        query = query.orderBy('id');
      }
      return (await query.limit(limit).execute()).map(parseDocument);
    },

    async listUntimed(collection, limit) {
      const rows = await (await open())
        .selectFrom('document')
        .selectAll()
        .where('collection', '=', collection)
        .where('order_key', 'is', null)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(parseDocument);
    },

    async listIds(collection, limit) {
      const rows = await (await open())
        .selectFrom('document')
        .select('id')
        .where('collection', '=', collection)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async get(path) {
      const row = await find(await open(), path);
      return row && parseDocument(row);
    },

    async getMany(paths) {
      if (paths.length === 0) return [];
      const asked = paths.map(splitPath);
      // Also finds the asked ids in the other asked collections, which are left out below.
      const rows = await (await open())
        .selectFrom('document')
        .selectAll()
        .where('collection', 'in', [...new Set(asked.map(({ collection }) => collection))])
        .where('id', 'in', [...new Set(asked.map(({ id }) => id))])
        .execute();
      const found = new Map(rows.map((row) => [`${row.collection}/${row.id}`, row]));
      return paths.map((path) => {
        const row = found.get(path);
        return row && parseDocument(row);
      });
    },

    async update(path, fields, version) {
      const db = await open();
      const row = await find(db, path);
      if (!row) throw new DocumentError('missing');
      if (String(row.version) !== version) throw new DocumentError('changed');
      const updated = await db
        .updateTable('document')
        .set({
          ...buildDocumentColumns({ ...parseFields(row.data), ...fields }),
          version: row.version + 1,
        })
        .where('collection', '=', row.collection)
        .where('id', '=', row.id)
        // Another request may have changed the document since it was read.
        .where('version', '=', row.version)
        .executeTakeFirst();
      if (updated.numUpdatedRows === 0n) throw new DocumentError('changed');
    },

    async count(collection, where) {
      const db = await open();
      let query = db
        .selectFrom('document')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('collection', '=', collection);
      if (where) query = query.where(buildCondition(db, where));
      const { count } = await query.executeTakeFirstOrThrow();
      return Number(count);
    },

    async find(collection, field, equals, limit) {
      const rows = await (await open())
        .selectFrom('document')
        .selectAll()
        .where('collection', '=', collection)
        // Most documents do not contain the text at all. The others are read to find out where it stands.
        .where(sql<boolean>`replace(data, ${equals}, '') <> data`)
        .orderBy('id')
        .execute();
      return rows
        .map(parseDocument)
        .filter(({ fields }) => readField(fields, field) === equals)
        .slice(0, limit);
    },

    async remove(path) {
      const { collection, id } = splitPath(path);
      await (await open())
        .deleteFrom('document')
        .where('collection', '=', collection)
        .where('id', '=', id)
        .execute();
    },
  };
}

/** Returns the value of a field, which may be nested, as in `author.id`. */
function readField(fields: StoredDocument['fields'], field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && name in value
          ? (value as Record<string, unknown>)[name]
          : undefined,
      fields,
    );
}

/** Returns the columns that the table stores for a document's fields. */
export function buildDocumentColumns(
  fields: StoredDocument['fields'],
): Pick<Row, 'data' | 'order_key'> {
  const moment = fields[ORDER_FIELD];
  return {
    data: serializeFields(fields),
    order_key: moment instanceof Date ? moment.getTime() : null,
  };
}

function find(db: Kysely<StudyTables>, path: string) {
  const { collection, id } = splitPath(path);
  return db
    .selectFrom('document')
    .selectAll()
    .where('collection', '=', collection)
    .where('id', '=', id)
    .executeTakeFirst();
}

function parseDocument(row: Row): StoredDocument {
  return { id: row.id, fields: parseFields(row.data), version: String(row.version) };
}

function buildCondition(db: Kysely<StudyTables>, where: Where): RawBuilder<boolean> {
  if ('field' in where)
    return getDialect(db).fieldEquals(sql.ref('data'), where.field, where.equals);
  return where.before
    ? sql<boolean>`order_key < ${where.before.getTime()}`
    : sql<boolean>`order_key is not null`;
}
