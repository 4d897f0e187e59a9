import { isIdentifying } from 'shared/entities/is-identifying';
import { screens } from '../../backend/demo-study/main-app';
import { auditLog } from '../../backend/entities/audit-log';
import { errorLog } from '../../backend/entities/error-log';
import { linkedParticipant } from '../../backend/entities/linked-participant';
import type { Table } from '../../backend/entities/table';
import { getAllTables } from '../../backend/entities/tables';
import { defined } from '../../shared/defined';
import { declarations } from '../../shared/entities';
import { type EntityDeclaration, getWireName } from '../../shared/entities/declaration';

/**
 * The tables that are not read: logs repeat texts of the panel, such as "View Participants", and values of other
 * tables.
 */
const LOGS: readonly Table[] = [auditLog, errorLog];

/** The fields with people's data in the messenger's documents. `author` is an object with further such fields. */
const documentFields = [
  'author',
  'description',
  'firstName',
  'id',
  'message',
  'name',
  'nickname',
].concat(['other_name', 'other_phone', 'owner', 'sender', 'text', 'title', 'uri']);

/** The minimum length of a value. Shorter values, such as "No", occur in addresses by chance. */
const MIN_LENGTH = 4;
/** The length from which a value also counts as a part of a word. */
const LONG = 6;
/** Matches a number of up to five digits, such as a PIN. Such numbers occur in ids and times by chance. */
const SHORT_NUMBER = /^\d{1,5}$/;

/** Runs a statement on the study's database. */
type RunSql = (statement: string) => Promise<unknown[]>;

/**
 * Returns the values of the demo study that identify people, if they have at least four characters. Reads the tables of
 * the host except logs, the rows of deleted records, and the messenger's documents.
 */
export async function listIdentifyingValues(sql: RunSql): Promise<Set<string>> {
  const values = new Set<string>();
  const add = (value: unknown) => {
    const text = String(value ?? '').trim();
    // The field `subject` of the demo study contains names of screens, which titles also contain.
    if (text.length >= MIN_LENGTH && !SHORT_NUMBER.test(text) && !screens.includes(text))
      values.add(text);
  };
  const addRow = (wireName: string, row: unknown) => {
    const { fields } = findDeclaration(wireName);
    for (const [name, value] of Object.entries(Object(row))) {
      const field = fields[name];
      if (field && isIdentifying(field, value)) add(value);
    }
  };
  const tables = [...getAllTables(), linkedParticipant].filter((table) => !LOGS.includes(table));
  for (const { table, wireName } of tables)
    for (const row of await sql(`select * from ${table}`)) addRow(wireName, row);
  for (const row of await sql('select deleted_entity, deleted_row from deleted_record')) {
    const { deleted_entity, deleted_row } = Object(row);
    addRow(String(deleted_entity), JSON.parse(String(deleted_row)));
  }
  for (const row of await sql('select data from document'))
    for (const [, value] of readDocument(String(Object(row).data))) add(value);
  return values;
}

function findDeclaration(wireName: string): EntityDeclaration {
  const all: readonly EntityDeclaration[] = declarations;
  return defined(all.find((declaration) => getWireName(declaration) === wireName));
}

/** Returns the fields of a messenger's document, given as JSON, that contain people's data. */
function readDocument(text: string): [string, unknown][] {
  const isPersonal = ([field]: [string, unknown]) => documentFields.includes(field);
  return (
    Object.entries<unknown>(JSON.parse(text))
      .filter(isPersonal)
      .flatMap(([field, value]): [string, unknown][] =>
        field === 'author' ? Object.entries(Object(value)).filter(isPersonal) : [[field, value]],
      )
      // Excludes the ids of the demo chats and discussions.
      .filter(([, value]) => !/^(chat|demo)-\d+$/.test(String(value)))
  );
}

/** A text that the server sent or the browser stored, and the place where the test found it. */
export interface SentText {
  text: string;
  where: string;
}

/**
 * Returns the values that the texts contain, as they are or percent-encoded, each with the place where it was found. A
 * value that consists of letters or is short counts only as a whole word, because it may be a part of other words.
 */
export function findIdentifying(sent: readonly SentText[], values: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const byText = new Map(sent.map(({ text, where }) => [decode(text), where]));
  const all = [...byText.keys()].join('\n');
  const words = splitWords(all);
  for (const value of values) {
    const plain = value.replace(/^\+/, '');
    const isSingle =
      /^\p{L}+$/u.test(value) || (value.length < LONG && splitWords(value).size === 1);
    if (isSingle ? !words.has(value) : !contains(all, plain)) continue;
    const [text, where] = defined(
      [...byText].find(([text]) =>
        isSingle ? splitWords(text).has(value) : contains(text, plain),
      ),
    );
    found.add(`${where}: ${value} in ${excerpt(text, plain)}`);
  }
  return [...found];
}

/** Returns whether a text contains a value. Digits within a longer number, such as a measured time, do not count. */
function contains(text: string, value: string): boolean {
  if (!text.includes(value)) return false;
  return !/^\d+$/.test(value) || new RegExp(`(?<![1-9.]\\d*)${value}(?!\\d)`).test(text);
}

function splitWords(text: string): Set<string> {
  return new Set(text.split(/[^\p{L}\p{N}\p{M}@._+-]+|(?=\+)/u));
}

function excerpt(text: string, value: string): string {
  const start = Math.max(0, text.indexOf(value) - 100);
  return text.slice(start, start + 200);
}

/**
 * Returns a text as it is and decoded up to three times, because a parameter of an address may contain another address.
 */
function decode(text: string): string {
  const decoded = [text];
  for (let round = 0; round < 3; round++) {
    const before = defined(decoded.at(-1));
    const after = before.replace(/(%[\da-f]{2})+/gi, decodePart);
    if (after === before) break;
    decoded.push(after);
  }
  return [...new Set(decoded.flatMap((one) => [one, one.replaceAll('+', ' ')]))].join('\n');
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
