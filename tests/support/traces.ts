import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readChangedFields } from 'backend/history/field-values';
import { openIdentity } from 'backend/history/sealed-identity';
import { unsealWith } from 'shared/keys/seal';
import { declarations } from '../../shared/entities';
import { getDatabaseUrl, onDatabase, sqlOn } from './database';
import { testKeys } from './keys';

const { ring } = testKeys;

/** A place in which a value was found. */
export interface Trace {
  place: string;
  value: string;
}

/**
 * Searches all tables and all bytes of all files of a data folder for values, also inside what the panel key
 * decrypts. The panel must be stopped.
 */
export async function findTraces(dataDir: string, values: readonly string[]): Promise<Trace[]> {
  const texts = [
    ...readFiles(dataDir),
    ...(await readTables(dataDir)),
    ...(await readSealed(dataDir)),
  ];
  return texts.flatMap(({ place, text }) =>
    values.filter((value) => contains(text, value)).map((value) => ({ place, value })),
  );
}

interface Text {
  place: string;
  text: string;
}

/** Returns whether a text contains a value, as it is, in UTF-16, in Base64, or with percent signs. */
function contains(text: string, value: string): boolean {
  const bytes = Buffer.from(value);
  const utf8 = bytes.toString('latin1');
  const forms = [
    value,
    utf8,
    Buffer.from(value, 'utf16le').toString('latin1'),
    encodeURIComponent(value),
  ];
  // The ends of a text in Base64 depend on its neighbours.
  for (let skip = 0; skip < 3; skip += 1) {
    const padded = Buffer.concat([Buffer.alloc(skip), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    forms.push(padded.slice(Math.ceil((skip * 4) / 3), -1));
  }
  return forms.some((form) => text.includes(form));
}

function readFiles(folder: string): Text[] {
  // With PostgreSQL and a remote host, a panel stores nothing in files.
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => {
      const bytes = readFileSync(file);
      const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return { place: file, text: (isCompressed ? gunzipSync(bytes) : bytes).toString('latin1') };
    });
}

async function readTables(dataDir: string): Promise<Text[]> {
  const texts: Text[] = [];
  for (const table of await listTables(dataDir)) {
    const rows = await sqlOn(dataDir, `select * from "${table}"`);
    texts.push({ place: table, text: rows.map((row) => JSON.stringify(row)).join('\n') });
  }
  return texts;
}

async function listTables(dataDir: string): Promise<string[]> {
  const url = await getDatabaseUrl(dataDir);
  const rows = url
    ? await onDatabase(url, `select tablename as name from pg_tables where schemaname = 'study'`)
    : await sqlOn(
        dataDir,
        // The tables of text indexes without their texts cannot be selected from. Their bytes are in the file.
        "select name from sqlite_master where type = 'table' and name not like 'find_%'",
      );
  return (rows as { name: string }[]).map(({ name }) => name);
}

/**
 * Reads what is stored encrypted: the history, views, erasures, the keys of the access log, bulk actions, files for
 * analysis and files that wait for their import. Drafts are encrypted with the addresses of their forms.
 */
async function readSealed(dataDir: string): Promise<Text[]> {
  const read = <Row>(table: string) => sqlOn(dataDir, `select * from ${table}`) as Promise<Row[]>;
  const identities = (
    await read<{ id: string; entity: string; digest: string | null; sealed: string }>(
      'record_identity',
    )
  ).flatMap((row) => openIdentity(row, ring) ?? []);
  const keys = new Map(identities.map(({ id, key }) => [id, key]));
  const changes = await read<{ id: string; record: string; fields: string }>('record_change');
  const views = await read<{ owner: string; content: string; name: string | null }>('saved_view');
  const erasures = await read<{ id: string; content: string }>('erasure');
  const accessed = await read<{ sealed: string }>('access_key');
  const paths = [...declarations.map(({ path: list }) => list), '/search'];
  return [
    await readJobs(read, 'job'),
    await readJobs(read, 'job_part'),
    { place: 'identities', text: identities.map(({ recordId }) => recordId).join('\n') },
    {
      place: 'changes',
      text: changes
        .map(({ id, record, fields }) =>
          JSON.stringify(readChangedFields(id, fields, { key: keys.get(record) })),
        )
        .join('\n'),
    },
    {
      place: 'views',
      text: views
        .flatMap(({ owner, content, name }) =>
          paths.flatMap((list) => [
            unseal('views', content, [owner, list]),
            unseal('views', name ?? '', [owner, list, 'name']),
          ]),
        )
        .join('\n'),
    },
    {
      place: 'erasures',
      text: erasures.map(({ id, content }) => unseal('erasures', content, [id])).join('\n'),
    },
    {
      place: 'keys of the access log',
      text: accessed
        .flatMap(({ sealed }) =>
          ['conversation', ...declarations.map(({ name }) => name)].map((entity) =>
            unseal('access record', sealed, [entity]),
          ),
        )
        .join('\n'),
    },
  ];
}

/** The purposes of the keys of jobs and their parts. */
const purposes = ['bulk actions', 'bulk records', 'exported files', 'pending imports', 'erasures'];

/** Reads the encrypted columns of jobs or of their parts. */
async function readJobs(
  read: <Row>(table: string) => Promise<Row[]>,
  table: 'job' | 'job_part',
): Promise<Text> {
  const jobs = await read<{ token: string; owner: string }>('job');
  const owners = new Map(jobs.map(({ token, owner }) => [token, owner]));
  const rows = await read<Record<string, unknown> & { token: string; n?: number }>(table);
  const texts = rows.flatMap(({ token, n, ...columns }) => {
    const owned = [owners.get(token) ?? '', token];
    const number = n === undefined ? [] : [String(n)];
    const bindings = [
      ...[number, ['part', ...number], [...number, 'note'], [...number, 'result']],
      ['username'],
    ];
    return Object.values(columns).flatMap((sealed) =>
      bindings.flatMap((more) =>
        purposes.map((purpose) => {
          // The content of an erasure is bound to its id alone.
          const owner = purpose === 'erasures' ? [token] : owned;
          return unseal(purpose, String(sealed ?? ''), [...owner, ...more]);
        }),
      ),
    );
  });
  return { place: table, text: texts.join('\n') };
}

function unseal(purpose: string, sealed: string, owner: string[]): string {
  const keys = ring.all.map((key) => key.derive('sealing', purpose));
  const text = unsealWith(keys, sealed, owner)?.toString('utf8') ?? '';
  // Filters are stored as the query of an address.
  return `${text} ${text.replaceAll('+', ' ')}`;
}
