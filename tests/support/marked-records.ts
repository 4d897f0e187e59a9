import { createHmac } from 'node:crypto';
import { getAllTables } from '../../backend/entities/tables';
import { defined } from '../../shared/defined';
import { declarations } from '../../shared/entities';
import type { EntityDeclaration } from '../../shared/entities/declaration';
import type { Field } from '../../shared/entities/field';
import { KeyRing } from '../../shared/keys/key-ring';
import { TEST_KEY } from './keys';
import type { StudyPanel } from './studied-hosts';

/** The entities that are not marked: logs, whose rows cannot be changed, and uploads. */
const NOT_MARKED = ['audit-log', 'sign-in-log', 'error-log', 'upload'];
/** The columns by which the host joins records. Their values are not replaced. */
const JOINED = ['phone_number', 'part_number', 'part_peer'];
/** The conversations and discussions whose documents are marked. */
export const MARKED_CONVERSATIONS = ['chat-0002', 'chat-0003', 'chat-0004', 'chat-0005'];
export const MARKED_DISCUSSIONS = ['demo-001', 'demo-002', 'demo-003'];

/** Matches a mark. The mark of an account name that identifies a person ends with the domain of an e-mail address. */
const MARK = /zq~([\w-]+)\|([^~|]+)\|(\w+)~qz(@x\.org)?/g;
const NUMBER = /\+260000\d{6}/g;
const FIRST_BIRTHDAY = Date.UTC(1800, 0, 1);
const DAY_MS = 86_400_000;
/** The number of documents that one statement changes. */
const PART = 100;
const months =
  'January February March April May June July August September October November December';

/** The tables of the entities that this module marks. */
const marked = declarations
  .filter((entity: EntityDeclaration) => !entity.source && !entity.parent)
  .filter(({ name }) => !NOT_MARKED.includes(name))
  .map((entity: EntityDeclaration) => ({
    entity,
    table: defined(
      getAllTables().find(({ wireName }) => wireName === (entity.wire?.name ?? entity.name)),
    ),
  }));

/**
 * Replaces each identifying text of the demo study by a mark that names its record, so that tests can find out which
 * records a response shows. Every second account name becomes an e-mail address, which identifies a person. Each
 * participant gets another birthday in the 19th century, which identifies their record.
 */
export async function markRecords({ sql, hostSql }: StudyPanel): Promise<void> {
  for (const { entity, table } of marked)
    for (const [name, field] of Object.entries(entity.fields)) {
      const column = table.columns[name];
      if (!column || column.sql || field.identifying === false || field.kind !== 'text') continue;
      if (entity.name === 'phone' && JOINED.includes(name)) continue;
      await hostSql(`update ${table.table} set ${name} = ${buildMark(entity, name, field)}`);
    }
  await hostSql('update participant set birthday = null');
  const participants = (await hostSql('select id from participant')) as { id: number }[];
  const cases = participants.map(({ id }) => {
    const day = new Date(FIRST_BIRTHDAY + id * DAY_MS).toISOString().slice(0, 10);
    return `when ${id} then '${day}'`;
  });
  await hostSql(`update participant set birthday = case id ${cases.join(' ')} end`);
  await hostSql('update participant set birthday_sortable = birthday');
  await markDocuments(sql);
}

function buildMark({ name, key }: EntityDeclaration, column: string, field: Field): string {
  const start = `'zq~${name}|' || ${key} || '|${column}~qz'`;
  return field.identifying === 'account name'
    ? `${start} || case when ${name === 'phone' ? 'phone_id' : key} % 2 = 0 then '@x.org' else '' end`
    : start;
}

async function markDocuments(sql: StudyPanel['sql']): Promise<void> {
  const documents = (await sql(
    `select collection, id, data from document where collection like '%discussions'
      or collection like '%discussion-posts' or collection like '%chats' or collection like '%users'
      or collection like '%conversations'`,
  )) as { collection: string; id: string; data: string }[];
  const changed: [collection: string, id: string, data: string][] = [];
  for (const { collection, id, data } of documents) {
    const fields = JSON.parse(data);
    const [, parent] = /([^/]+)\/[^/]+$/.exec(collection) ?? [];
    if (collection.endsWith('discussions')) {
      const mark = (field: string) => `zq~discussion|${id}|${field}~qz`;
      for (const field of ['title', 'description', 'nickname']) fields[field] = mark(field);
    } else if (collection.endsWith('conversations')) {
      fields.name = `zq~phone|${id}|name~qz`;
      fields.message = `zq~conversation|${fields.id}|message~qz`;
    } else if (collection.endsWith('users')) {
      for (const field of ['name', 'pin', 'typing']) fields[field] = `zq~phone|${id}|${field}~qz`;
    } else if (![...MARKED_CONVERSATIONS, ...MARKED_DISCUSSIONS].includes(String(parent))) continue;
    else {
      const entity = collection.endsWith('chats') ? 'phone' : 'discussion-post';
      const key = entity === 'phone' ? fields.sender : `${parent}/${id}`;
      if (!key) continue;
      fields.text = `zq~${entity}|${key}|text~qz`;
      fields.uri = '';
      fields.author = { firstName: `zq~${entity}|${key}|firstName~qz`, id: '', color: '#123456' };
    }
    changed.push([collection, id, JSON.stringify(fields)]);
  }
  for (let start = 0; start < changed.length; start += PART) {
    const part = changed.slice(start, start + PART);
    await sql(
      `update document set data = case ${'when collection = ? and id = ? then ? '.repeat(part.length)}
        else data end where id in (${part.map(() => '?').join()})`,
      ...part.flat(),
      ...part.map(([, id]) => id),
    );
  }
}

/** Returns a response without `<wbr>` tags, at which long words may break, and with its addresses decoded. */
function readText(response: string): string {
  return response.replace(/<wbr\/?>/g, '').replace(/(%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/**
 * Returns the names of accounts in a response that identify people, and the response without them. In summaries and
 * choices of filters, such a name stands without the record that holds it.
 */
export function takeAccountNames(response: string): { names: Set<string>; rest: string } {
  const names = new Set<string>();
  const rest = readText(response).replace(MARK, (mark, _entity, _key, _field, address) => {
    if (address === undefined) return mark;
    names.add(mark);
    return '';
  });
  return { names, rest };
}

/**
 * Returns the marked records that a response shows, such as `participant 12` or `phone +260000000001`. `phones`
 * contains the numbers of all phones.
 */
export function findMarkedRecords(response: string, phones: ReadonlySet<string>): Set<string> {
  const text = readText(response);
  const found = new Set<string>();
  for (const [, entity = '', key = '', field = '', address] of text.matchAll(MARK))
    if (isIdentifying(entity, field, address)) found.add(`${entity} ${key}`);
  for (const [number] of text.matchAll(NUMBER))
    if (phones.has(number)) found.add(`phone ${number}`);
  const days = text.matchAll(/\b(\d\d) ([A-Z][a-z]+) (18\d\d)\b|\b(18\d\d)-(\d\d)-(\d\d)\b/g);
  for (const [, day, month = '', year, isoYear, isoMonth, isoDay] of days) {
    const date = isoYear
      ? Date.UTC(Number(isoYear), Number(isoMonth) - 1, Number(isoDay))
      : Date.UTC(Number(year), months.split(' ').indexOf(month), Number(day));
    found.add(`participant ${(date - FIRST_BIRTHDAY) / DAY_MS}`);
  }
  return found;
}

function isIdentifying(entity: string, field: string, address: string | undefined): boolean {
  const declaration = declarations.find(({ name }) => name === entity) as EntityDeclaration;
  const identifying = declaration.fields[field]?.identifying ?? true;
  return identifying === 'account name' ? address !== undefined : identifying;
}

/** Maps the digests that the access log stores for these records to the records, such as `phone +260000000001`. */
export function digestKeys(records: readonly (readonly [entity: string, key: string])[]) {
  const key = new KeyRing([TEST_KEY]).current.derive('access record');
  return new Map(
    records.map(([entity, id]) => [
      createHmac('sha256', key).update(`${entity}\n${id}`).digest('base64url').slice(0, 22),
      `${entity} ${id}`,
    ]),
  );
}
