import { redirect } from '@remix-run/node';
import type { Row } from 'shared/list/memory';
import { getToday } from 'shared/list/today';
import { showsText } from 'shared/shows-text';
import { findAccessesHref } from '../core/access/accesses-href.server';
import { noteRows } from '../core/access/note-access.server';
import { publishLink } from '../core/addresses/publish-link.server';
import { buildRevealButton } from '../core/addresses/reveal-button.server';
import type { Entity } from '../core/entities/entity';
import { getOwnColumns } from '../core/entities/list-fields';
import { getHistoryPath } from '../core/history/history-address.server';
import { answerPage, makeAbsentResult } from '../core/host/absent.server';
import type { ApiResult } from '../core/host/api-result';
import { audit } from '../core/host/audit.server';
import { describeLoadError } from '../core/host/describe-error';
import { findInList } from '../core/list/find-in-list.server';
import { buildTrail } from '../core/list/list-trail.server';
import { maskField, maskId } from '../core/masking/mask.server';
import { describeRecord } from '../core/records/describe-record.server';
import { describeMissingExplanations, findExplanations } from '../core/records/explanations.server';
import { findPublicAddress, getBackHref } from '../core/records/load-form.server';
import { requireRecordId } from '../core/records/require-record-id';
import { config } from '../core/server/config.server';
import type { SignedIn } from '../core/session/guard.server';
import { buildSections, isAnswered } from './build-sections';
import { buildSummary } from './build-summary.server';
import { buildTimeline } from './build-timeline.server';
import { describeWithdrawal, keepWithdrawn } from './describe-withdrawal';
import type { DetailView, NamedLink } from './detail-view';
import { findNeighbours } from './find-neighbours.server';
import { listRights } from './list-rights.server';
import { asksForAll, getOtherAnswersHref } from './switch-answers';
import { getReadColumns, loadSources } from './timeline-sources.server';

/**
 * Loads a detail page for a signed-in user, and adds an audit entry. Reads the record from its list by filtering on the
 * id, because hosts do not offer a look-up for every entity. Any other part of the page that cannot be loaded in time
 * is replaced by a sentence that says so.
 */
export async function loadDetail(signedIn: SignedIn, entity: Entity, request: Request, id: string) {
  requireRecordId(entity, id);
  const { user } = signedIn;
  const address = findPublicAddress(entity, request);
  if (address !== undefined) return redirect(address);
  const backHref = getBackHref(entity, request);
  audit({
    username: user.username,
    title: `View ${entity.singular}`,
    action: 'View',
    description: `Viewed ${describeRecord(entity, id)}`,
  });
  const [{ found, sources }, neighbours, explanations] = await Promise.all([
    loadRecord(entity, id),
    findNeighbours(signedIn, entity, request, id),
    findExplanations(entity),
  ]);
  const title = capitalize(entity.singular);
  const page: DetailView = {
    title,
    heading: title,
    trail: buildTrail(entity, backHref, { title }),
    singular: entity.singular,
    backHref,
    backTitle: entity.title,
    historyHref: getHistoryPath({ entity: entity.name, recordId: id }),
    neighbours,
    related: [],
    rights: [],
    summary: [],
    sections: [],
  };
  if (!found.ok) {
    const error = describeLoadError(found.error, entity.singular);
    return answerPage({ ...page, error }, found.error);
  }
  const row = found.value;
  const columns = getOwnColumns(entity.list);
  noteRows(user, 'Details', entity, [row], columns);
  for (const source of sources)
    noteRows(user, 'Details', source.entity, source.rows, getReadColumns(source.entity));
  const timeZone = config.STUDY_TIME_ZONE;
  const study = { timeZone, today: getToday(timeZone) };
  const showsAll = asksForAll(request);
  const answered = columns.filter((column) => isAnswered(column, row)).length;
  const withdrawn = describeWithdrawal(entity, row);
  const label = maskField(entity, row, entity.label);
  const heading = `${title} ${showsText(label) ? label : maskId(id)}`;
  const view: DetailView = {
    ...page,
    heading,
    trail: buildTrail(entity, backHref, { title: heading }),
    accessesHref: findAccessesHref(user, entity, id),
    related: listRelated(entity, row),
    rights: listRights(user, entity.name, id, withdrawn !== undefined),
    withdrawn,
    summary: buildSummary(entity, row, sources, study),
    timeline: entity.timelineGaps && buildTimeline(entity, row, sources, study),
    answers:
      answered < columns.length
        ? {
            showsAll,
            answered,
            total: columns.length,
            otherHref: getOtherAnswersHref(request),
          }
        : undefined,
    sections: buildSections(columns, row, {
      showsAll,
      explanations: explanations.ok ? explanations.value : new Map(),
      timeZone,
      reveal: ({ field }) => buildRevealButton({ list: `${entity.list.path}`, id, field }),
    }),
    explanationNote: explanations.ok ? undefined : describeMissingExplanations(explanations.error),
  };
  return answerPage(view, undefined);
}

/** Loads a record, and then the records of other lists for its timeline. */
async function loadRecord(entity: Entity, id: string) {
  const found = await findRecord(entity, id);
  return { found, sources: found.ok ? await loadSources(entity, found.value) : [] };
}

async function findRecord(entity: Entity, id: string): Promise<ApiResult<Row>> {
  const result = await findInList(entity, id);
  if (!result.ok) return result;
  return result.value ? { ok: true, value: result.value } : makeAbsentResult(entity.singular, id);
}

function listRelated({ detail }: Entity, row: Row): NamedLink[] {
  const related = detail?.related(row) ?? [];
  return related.map(({ title, href }) => ({ title, ...publishLink(keepWithdrawn(href, row)) }));
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
