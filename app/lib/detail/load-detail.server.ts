import type { Row } from 'shared/list/memory';
import { asText } from 'shared/list/values';
import type { SignedIn } from '../auth/guard.server';
import { config } from '../config.server';
import type { Column, Entity, RelatedList } from '../entities/entity';
import { backHref } from '../form/load-form.server';
import { requireRecordId } from '../form/require-record-id';
import { absentRecord, answerPage } from '../host/absent.server';
import { audit } from '../host/audit.server';
import type { ApiResult } from '../host/envelope';
import { loadFault } from '../host/faults';
import { findInList } from '../list/find-in-list.server';
import { formatValue } from '../list/format';

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
export async function loadDetail({ user }: SignedIn, entity: Entity, request: Request, id: string) {
  requireRecordId(entity, id);
  const name = `View ${entity.name}`;
  audit({
    username: user.username,
    title: name,
    action: 'View',
    description: `Viewed ${entity.name} ${id}`,
  });
  const found = await findRecord(entity, id);
  const row = found.ok ? found.value : {};
  const fault = found.ok ? undefined : found.fault;
  const view: DetailView = {
    title: found.ok
      ? `${capital(entity.name)} ${asText(row[entity.label]) || id}`
      : capital(entity.name),
    backHref: backHref(entity, request),
    backTitle: entity.plural,
    sections: found.ok ? buildSections(entity.list.columns, row) : [],
    related: found.ok ? (entity.detail?.related(row) ?? []) : [],
    fault: fault && loadFault(fault, entity.name),
  };
  return answerPage(view, fault);
}

async function findRecord(entity: Entity, id: string): Promise<ApiResult<Row>> {
  const result = await findInList(entity, id);
  if (!result.ok) return result;
  return result.value ? { ok: true, value: result.value } : absentRecord(entity.name, id);
}

function buildSections(columns: readonly Column[], row: Row): DetailView['sections'] {
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
