import { defined } from '../../../shared/defined';

/** A row, or the fields of a form, as they are sent. */
export type Fields = Readonly<Record<string, unknown>>;

/** One way in which some hosts deviate from the specification (hosts-in-the-field.md). */
export interface FieldProfile {
  name: string;
  /** The paths that the host does not have, and the status of its response, whose body is an HTML page. */
  lacks?: { paths: RegExp; status: 404 | 405 };
  /** True if the lists of the host start with the newest record. */
  newestFirst?: boolean;
  /** Returns a row of an entity, named by the first part of the path, as the host sends it. */
  row?: (entity: string, row: Fields) => Fields;
  /** Returns the fields of a posted form as the host stores them. */
  stored?: (path: string, fields: Fields) => Fields;
  /** True if the response to a save has `items: []`. */
  savesAnswerNothing?: boolean;
  /** The `items` of refusals. */
  refusalItems?: unknown;
  /** Returns the file that `downloadJson` writes from the rows that it is sent. */
  exports?: (rows: Fields[]) => string;
  /** The paths whose response is a redirect (307) to another origin. */
  redirects?: RegExp;
  /** The header in which the host expects the upload token, and the token. */
  uploadToken?: readonly [header: string, token: string];
  /** The settings that the panel needs for this host. */
  settings?: Readonly<Record<string, string>>;
}

/** The names that hosts of other versions give to fields, by entity and by the name in the specification. */
const variants: Record<string, Record<string, string>> = {
  participant: {
    peer_navigator: 'username',
    assessment_date: 'enrollment_date',
    record_upload_date: 'upload_date',
    record_status: 'p_status',
    study_number: 'art_number',
  },
  followup: {
    peer_navigator: 'username',
    study_number: 'art_number',
    next_checkin_date: 'next_date',
    record_upload_date: 'upload_date',
    record_status: 'status',
  },
};

/**
 * Returns a phone whose type only its number tells: without `p_status`, or, for every fifth phone, with an unknown
 * word.
 */
function hideTypeWord({ p_status: _word, ...row }: Fields): Fields {
  return Number(row.phone_id) % 5 === 0 ? { ...row, p_status: 'Supervisor' } : row;
}

function renameFields(entity: string, row: Fields): Fields {
  if (['phone', 'peer', 'phone-participant'].includes(entity)) return hideTypeWord(row);
  const names = variants[entity] ?? {};
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [names[name] ?? name, value]),
  );
}

/**
 * Returns the fields of a form that are left on a host without columns for the content of facilities, the type of
 * resources and the items of interactive resources.
 */
function dropColumns(path: string, fields: Fields): Fields {
  if (path === 'facility/update') return { ...fields, ucontent: '' };
  if (path === 'resource/update')
    return { ...fields, utype: '1', ucontent: fields.utype === '2' ? '' : fields.ucontent };
  return fields;
}

/**
 * Returns the CSV file of a host whose export converts texts to numbers and dates, and adds a column with the row's
 * index.
 */
export function retypeRows(rows: Fields[]): string {
  if (rows.length === 0) return '""';
  const cells = (row: Fields, index: number) => [index, ...Object.values(row).map(retype)];
  const lines = [['', ...Object.keys(defined(rows[0]))], ...rows.map(cells)];
  return lines.map((line) => line.map(quote).join(',')).join('\n');
}

function retype(value: unknown): string {
  const text = String(value ?? '');
  if (/^\+?\d+$/.test(text)) return String(BigInt(text.replace('+', '')));
  const date = /^(\d{4})-(\d\d)-(\d\d)\b/.exec(text);
  return date ? `${date[3]}/${date[2]}/${date[1]}` : text;
}

function quote(value: unknown): string {
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The password hash that some hosts send with a refusal. */
export const LEAKED = '$2y$10$hash-of-a-password-that-must-not-leave';
const UPLOAD_TOKEN = ['x-upload-key', 'a-token-for-uploads-only'] as const;

/**
 * Returns a row of a host on which two accounts have the same name, and on which records name their creator by an
 * e-mail address.
 */
function giveSameName(entity: string, row: Fields): Fields {
  if (['user', 'login'].includes(entity) && Number(row.user_id) === 3)
    return { ...row, user_username: 'rsamplembe' };
  const [column] = Object.keys(row).filter((name) => name.endsWith('_createuser'));
  return column ? { ...row, [column]: `${row[column]}@clients.example` } : row;
}

/** The profiles. Together with the tests of single calls, they cover hosts-in-the-field.md. */
export const profiles: readonly FieldProfile[] = [
  {
    name: 'an older host',
    lacks: {
      paths:
        /^(quiz|quiz-attempt|sms-category|sms-phone|sms-message|sms-history|pfacility|data-dictionary|study-followup|study-resource|account|import)\/|^upload\/list$/,
      status: 404,
    },
  },
  {
    name: 'a host behind a proxy that checks methods',
    lacks: { paths: /^(quiz|sms-category|sms-phone|account)\/|^downloadJson$/, status: 405 },
  },
  { name: 'a host of another version', row: renameFields, newestFirst: true },
  { name: 'a host without some columns', stored: dropColumns },
  {
    name: 'a host without some columns that only acknowledges',
    stored: dropColumns,
    savesAnswerNothing: true,
  },
  { name: 'a host that retypes exports', exports: retypeRows },
  { name: 'a host whose refusals hold a text', refusalItems: LEAKED },
  { name: 'a host whose refusals hold an object', refusalItems: { user_password: LEAKED } },
  { name: 'a host whose refusals hold a number', refusalItems: 17 },
  {
    name: 'a host with uploads elsewhere',
    lacks: { paths: /^upload\/Resource$/, status: 404 },
    uploadToken: UPLOAD_TOKEN,
    settings: { UPLOAD_TOKEN: UPLOAD_TOKEN[1], UPLOAD_TOKEN_HEADER: UPLOAD_TOKEN[0] },
  },
  { name: 'a host with users of the same name', row: giveSameName },
  { name: 'a host that has moved', redirects: /^(login|color\/|country\/)/ },
];

/** A host that combines as many of these deviations as possible. */
export const typical: FieldProfile = {
  name: 'a typical host',
  lacks: {
    paths: /^(quiz|quiz-attempt|study-resource|import|account)\/|^upload\/list$/,
    status: 404,
  },
  newestFirst: true,
  row: renameFields,
  stored: dropColumns,
  exports: retypeRows,
  refusalItems: LEAKED,
};
