import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { findAccessesHref } from '../access/accesses-href.server';
import { noteRows } from '../access/note-access.server';
import { type PublicLink, publishLink } from '../addresses/publish-link.server';
import type { Column, Entity } from '../entities/entity';
import { getHistoryPath } from '../history/history-address.server';
import { answerPage, makeAbsentResult } from '../host/absent.server';
import type { ApiResult } from '../host/api-result';
import { audit } from '../host/audit.server';
import { describeLoadError } from '../host/describe-error';
import { findInList } from '../list/find-in-list.server';
import { formatValue } from '../list/format';
import { describeRecord } from '../records/describe-record.server';
import { getBackHref } from '../records/load-form.server';
import { requireRecordId } from '../records/require-record-id';
import { config } from '../server/config.server';
import type { SignedIn } from '../session/guard.server';

/**
 * The data of a detail page: all fields of a record in their groups. Empty fields are included, because a
 * missing answer is information too.
 */
export interface DetailView {
  /** The title of the document, which names no person. */
  title: string;
  heading: string;
  backHref: string;
  backTitle: string;
  /** The address of the accesses to the record, for users who may read them. */
  accessesHref?: string;
  /** The address of the record's history. */
  historyHref: string;
  sections: { title: string; fields: { title: string; text: string }[] }[];
  related: ({ title: string } & PublicLink)[];
  error?: string;
}

const FIRST_SECTION = 'General';

/**
 * Loads a detail page for a signed-in user, and adds an audit entry. Reads the record from its list by
 * filtering on the id, because hosts do not offer a look-up for every entity.
 */
export async function loadDetail({ user }: SignedIn, entity: Entity, request: Request, id: string) {
  requireRecordId(entity, id);
  const backHref = getBackHref(entity, request);
  const name = `View ${entity.singular}`;
  audit({
    username: user.username,
    title: name,
    action: 'View',
    description: `Viewed ${describeRecord(entity, id)}`,
  });
  const found = await findRecord(entity, id);
  const row = found.ok ? found.value : {};
  if (found.ok) noteRows(user, 'Details', entity, [row], entity.list.columns);
  const error = found.ok ? undefined : found.error;
  const view: DetailView = {
    title: capitalize(entity.singular),
    heading: found.ok
      ? `${capitalize(entity.singular)} ${toText(row[entity.label]) || id}`
      : capitalize(entity.singular),
    backHref,
    backTitle: entity.title,
    accessesHref: found.ok ? findAccessesHref(user, entity, id) : undefined,
    historyHref: getHistoryPath({ entity: entity.name, recordId: id }),
    sections: found.ok ? buildSections(entity.list.columns, row) : [],
    related: found.ok ? listRelated(entity, row) : [],
    error: error && describeLoadError(error, entity.singular),
  };
  return answerPage(view, error);
}

async function findRecord(entity: Entity, id: string): Promise<ApiResult<Row>> {
  const result = await findInList(entity, id);
  if (!result.ok) return result;
  return result.value ? { ok: true, value: result.value } : makeAbsentResult(entity.singular, id);
}

function listRelated({ detail }: Entity, row: Row): DetailView['related'] {
  const related = detail?.related(row) ?? [];
  return related.map(({ title, href }) => ({ title, ...publishLink(href) }));
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

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
