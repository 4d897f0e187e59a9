import { defined } from '../../shared/defined';
import { declarations } from '../../shared/entities';
import type { EntityDeclaration } from '../../shared/entities/declaration';

/** The tables of the embedded host with people's data, by the entity whose fields they hold. */
const tables = {
  participant: 'participant',
  'follow-up': 'followup',
  'study-follow-up': 'study_followup',
  'study-resource': 'study_resource',
  'peer-navigator': 'peer_navigator',
  pfacility: 'pfacility',
  phone: 'phone',
  user: 'user_account',
  'sms-phone': 'sms_phone',
  'sms-history': 'sms_history',
} as const;

/** The fields with people's data in the messenger's documents. `author` contains further ones. */
const documentFields = [
  'author',
  'description',
  'firstName',
  'id',
  'message',
  'name',
  'nickname',
].concat(['other_name', 'other_phone', 'owner', 'sender', 'text', 'title', 'uri']);

/** A shorter value, such as "No", occurs in addresses by chance. */
const MIN_LENGTH = 6;

/** Runs a statement on the panel's store or on the host's database. */
type RunSql = (database: 'panel' | 'host', statement: string) => Promise<unknown[]>;

/** Returns the values of the demo study that identify people, of at least six characters. */
export async function listIdentifyingValues(sql: RunSql): Promise<Set<string>> {
  const values = new Set<string>();
  const add = (value: unknown) => {
    const text = String(value ?? '').trim();
    if (text.length >= MIN_LENGTH) values.add(text);
  };
  for (const [name, table] of Object.entries(tables)) {
    const { fields } = defined(
      (declarations as readonly EntityDeclaration[]).find((entity) => entity.name === name),
    );
    for (const row of await sql('host', `select * from ${table}`))
      for (const [field, value] of Object.entries(Object(row)))
        if (fields[field]?.identifying === true) add(value);
  }
  for (const row of await sql('panel', 'select data from document'))
    for (const [, value] of readDocument(String(Object(row).data))) add(value);
  return values;
}

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

/** A text that left the server or was stored in the browser, and where that was. */
export interface SentText {
  text: string;
  where: string;
}

/**
 * Returns the values that the texts contain, as they are or percent-encoded, each with the place where it was found. A
 * value of one word counts only if it stands by itself, because it may be a part of the panel's own words.
 */
export function findIdentifying(sent: readonly SentText[], values: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const byText = new Map(sent.map(({ text, where }) => [decode(text), where]));
  const all = [...byText.keys()].join('\n');
  const words = new Set(all.split(/[^\p{L}\p{N}\p{M}@._+-]+|(?=\+)/u));
  for (const value of values) {
    const isSingle = /^\p{L}+$/u.test(value);
    if (isSingle ? !words.has(value) : !all.includes(value.replace(/^\+/, ''))) continue;
    const [text, where] = defined(
      [...byText].find(([text]) => text.includes(value.replace(/^\+/, ''))),
    );
    found.add(`${where}: ${value} in ${text.slice(0, 200)}`);
  }
  return [...found];
}

/** Returns a text as it is and decoded up to three times, because an address may contain another as a parameter. */
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
