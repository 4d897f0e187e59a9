import { entities } from '../app/lib/core/entities';
import { bindToParent } from '../app/lib/core/entities/bind-to-parent';
import type { Entity } from '../app/lib/core/entities/entity';
import { linkedParticipant } from '../app/lib/core/entities/linked-participant';
import { getDeclaredFields } from '../app/lib/core/entities/list-fields';
import { phone } from '../app/lib/core/entities/phone';
import type { ApiHost } from '../app/lib/core/host/api-host';
import { messages } from '../app/lib/core/host/messages';
import type { Item } from '../app/lib/core/host/read-envelope';
import { getHostListPath } from '../app/lib/core/list/host-list-path.server';
import { defined } from '../shared/defined';
import { toText } from '../shared/list/values';

export type CheckOutcome =
  | 'offered'
  | 'missing'
  | 'refused'
  | 'unreadable'
  | 'redirected'
  | 'failed';

/** The answer of one of the host's endpoints. */
export interface Endpoint {
  /** The path, with `…` in place of an id, such as `user/id/…`. */
  path: string;
  outcome: CheckOutcome;
  status?: number;
  rows: number;
  /** The title of the list; undefined for a single record. */
  list?: string;
  /** The declared fields that no row has under any of their names. */
  absent: string[];
  /** The fields of rows that the panel does not know, and so neither stores nor shows. */
  undeclared: string[];
  /** The declared fields that rows have under another name, such as `study_number as art_number`. */
  renamed: string[];
}

/**
 * Requests, one after the other, every list that the panel reads from the host, and one record of each list whose
 * records have a form.
 */
export async function askEndpoints(host: ApiHost): Promise<Endpoint[]> {
  const found: Endpoint[] = [];
  for (const entity of entities) {
    const path = getHostListPath(entity);
    if (path === undefined) continue;
    const { endpoint, sample } = await ask(host, path, entity);
    found.push({ ...endpoint, list: entity.title });
    const id = toText(sample?.[entity.key]);
    if (id === '') continue;
    if (entity.form && entity.host?.record) {
      const record = `${entity.host.record}/${encodeURIComponent(id)}`;
      found.push((await ask(host, record, entity, getFormFields(entity))).endpoint);
    }
    if (entity === phone) {
      const links = bindToParent(linkedParticipant, id);
      const { endpoint } = await ask(host, defined(links.host).list, links);
      found.push({ ...endpoint, list: 'Participants of a phone' });
    }
  }
  const { endpoint } = await ask(host, 'phone-participant/list', phone);
  return [...found, { ...endpoint, list: 'Phones of participants' }];
}

async function ask(
  host: ApiHost,
  path: string,
  entity: Entity,
  fields = getDeclaredFields(entity),
) {
  const sent = new Set<string>();
  const derived = new Set<string>();
  let sample: Item | undefined;
  let rows = 0;
  const collect = (item: Item): Item => {
    rows += 1;
    sample ??= item;
    for (const name of Object.keys(item)) sent.add(name);
    for (const [name, value] of Object.entries(entity.read?.(item) ?? {}))
      if (value !== null && value !== undefined) derived.add(name);
    // Of all rows but the first, only the names of the fields are stored, so that long lists do not fill the memory.
    return {};
  };
  const answer = await read(host, path, collect);
  const none = { absent: [], undeclared: [], renamed: [] };
  const known =
    answer.outcome === 'offered' && rows > 0 ? compareFields(entity, fields, sent, derived) : none;
  const endpoint: Endpoint = { path: shortenPath(path), ...answer, rows, ...known };
  return { endpoint, sample };
}

async function read(
  host: ApiHost,
  path: string,
  take: (item: Item) => Item,
): Promise<Pick<Endpoint, 'outcome' | 'status'>> {
  const answer = await host.list(path, undefined, { take });
  if (answer.ok) return { outcome: 'offered' };
  const { error } = answer;
  const status = 'status' in error ? error.status : undefined;
  if (error.kind === 'too long') return { outcome: 'failed', status };
  if (error.kind !== 'unreachable') return { outcome: error.kind, status };
  return { outcome: error.message === messages.redirected ? 'redirected' : 'failed', status };
}

/**
 * Compares the `fields` that an endpoint should send with those `sent`, and with those that the entity's `read`
 * has `derived` from them.
 */
function compareFields(
  entity: Entity,
  fields: readonly string[],
  sent: ReadonlySet<string>,
  derived: ReadonlySet<string>,
) {
  const aliasesByField = new Map(
    entity.list.columns.map(({ field, aliases = [] }) => [field, aliases]),
  );
  const findAlias = (field: string) => aliasesByField.get(field)?.find((name) => sent.has(name));
  const lacking = fields.filter((field) => !sent.has(field) && !derived.has(field));
  const renamed = lacking.filter((field) => findAlias(field));
  const known = new Set([
    ...getDeclaredFields(entity),
    ...getFormFields(entity),
    ...renamed.map(findAlias),
    ...getNamesRead(entity),
  ]);
  return {
    absent: lacking.filter((field) => !renamed.includes(field)),
    undeclared: [...sent].filter((field) => !known.has(field)),
    renamed: renamed.map((field) => `${field} as ${findAlias(field)}`),
  };
}

/** Returns the fields that an entity's form reads from every record. */
function getFormFields({ key, form }: Entity): string[] {
  const always = form?.fields.filter(({ when }) => !when) ?? [];
  return [key, ...always.map(({ name }) => name)];
}

/** Returns the names of the fields that the `read` of an entity accesses in a row. */
function getNamesRead({ read }: Entity): Set<string> {
  const names = new Set<string>();
  const row = new Proxy<Item>({}, { get: (_row, name) => void names.add(String(name)) });
  read?.(row);
  return names;
}

/**
 * Returns the path with `…` in place of the id of a record or of a phone whose participants are listed. Returns
 * other paths unchanged.
 */
function shortenPath(path: string): string {
  return /\/(id|number|participant)\//.test(path) ? path.replace(/\/[^/]*$/, '/…') : path;
}
