import { audit } from '../api/audit.server';
import { loadFault } from '../api/faults';
import type { SignedIn } from '../auth/guard.server';
import { config } from '../config.server';
import type { Column, Entity, RelatedList } from '../entities/entity';
import { backHref } from '../form/load-form.server';
import { requireRecordId } from '../form/require-record-id';
import { fetchRows } from '../list/fetch-rows.server';
import { formatValue } from '../list/format';
import type { Row } from '../list/memory';
import { asText } from '../list/values';
import { isRecordId } from '../record-id';

/** All fields of one record in their groups, empty ones too: an answer that was not given says something. */
export interface DetailView {
  title: string;
  backHref: string;
  backTitle: string;
  sections: { title: string; fields: { title: string; text: string }[] }[];
  related: RelatedList[];
  fault?: string;
}

const FIRST_SECTION = 'General';

/**
 * The loader of a detail page after its guard. Hosts have no look-up for every noun, so the record is
 * read from its list, narrowed to one id.
 */
export async function loadDetail(
  { user }: SignedIn,
  entity: Entity,
  request: Request,
  id: string,
): Promise<DetailView> {
  requireRecordId(entity, id);
  const name = `View ${entity.name}`;
  audit({
    username: user.username,
    title: name,
    action: 'View',
    description: `Viewed ${entity.name} ${id}`,
  });
  const found = await findRecord(entity, id);
  const row = found.row ?? {};
  return {
    title: found.row
      ? `${capital(entity.name)} ${asText(row[entity.label]) || id}`
      : capital(entity.name),
    backHref: backHref(entity, request),
    backTitle: entity.plural,
    sections: found.row ? sectionsOf(entity.list.columns, row) : [],
    related: found.row ? (entity.detail?.related(row) ?? []) : [],
    fault: found.fault,
  };
}

async function findRecord(entity: Entity, id: string): Promise<{ row?: Row; fault?: string }> {
  const missing = { fault: `The specified ${entity.name} '${id}' could not be found` };
  if (!isRecordId(id)) return missing;
  const result = await fetchRows(entity, {
    page: 1,
    size: 1,
    sort: undefined,
    cols: entity.list.columns.map(({ field }) => field),
    q: undefined,
    filters: [{ kind: 'number', field: entity.key, min: Number(id), max: Number(id) }],
  });
  if (!result.ok) return { fault: loadFault(result.fault, entity.name) };
  const row = result.value.rows.at(0);
  return row ? { row } : missing;
}

function sectionsOf(columns: readonly Column[], row: Row): DetailView['sections'] {
  const sections = new Map<string, DetailView['sections'][number]>();
  for (const column of columns) {
    const title = column.group ?? FIRST_SECTION;
    const section = sections.get(title) ?? { title, fields: [] };
    section.fields.push({
      title: column.title,
      text: formatValue(column, row, config.STUDY_TIME_ZONE),
    });
    sections.set(title, section);
  }
  return [...sections.values()];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
