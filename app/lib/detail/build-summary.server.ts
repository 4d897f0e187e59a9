import { type DueFollowUp, findDueFollowUp } from 'shared/follow-up-state';
import { formatDate } from 'shared/list/format-date';
import type { Row } from 'shared/list/memory';
import { normalizeDate, toText } from 'shared/list/values';
import { WITHDRAWN_ON } from 'shared/list/withdrawn';
import { toPublicPath } from '../core/addresses/public-path.server';
import type { Entity, Summarized } from '../core/entities/entity';
import { followUp } from '../core/entities/follow-up';
import { getDetailPath } from '../core/entities/record-paths';
import { describeAge } from '../core/masking/describe-age';
import { maskField } from '../core/masking/mask.server';
import type { StudyDay, SummaryItem } from './detail-view';
import type { Source } from './timeline-sources.server';

const DAY_MS = 86_400_000;

/** Builds the values at the top of a record's page. */
export function buildSummary(
  entity: Entity,
  row: Row,
  sources: readonly Source[],
  study: StudyDay,
): SummaryItem[] {
  return (entity.detail?.summary ?? []).map((item) => summarize(entity, item, row, sources, study));
}

function summarize(
  entity: Entity,
  item: Summarized,
  row: Row,
  sources: readonly Source[],
  study: StudyDay,
): SummaryItem {
  switch (item.kind) {
    case 'field':
      return { title: item.title, text: maskField(entity, row, item.field).trim() };
    case 'age':
      return { title: 'Age', text: describeAge(row[item.birthday], study) };
    case 'due follow-up': {
      const title = 'Next follow-up';
      if (toText(row[WITHDRAWN_ON]) !== '')
        return { title, text: 'None: the participant has withdrawn' };
      const source = sources.find(({ entity }) => entity.name === followUp.name);
      if (source?.missing && 'error' in source.missing)
        return { title, text: 'Not known: the follow-ups could not be loaded' };
      const followUps = (source?.rows ?? []).map(({ next_checkin_date, record_upload_date }) => ({
        next: next_checkin_date,
        uploaded: record_upload_date,
      }));
      const due = findDueFollowUp(row[item.next], followUps, study);
      return {
        title,
        text: describeDue(due, study),
        state: due.state,
        source: due.day === null ? undefined : nameSource(due.day, source?.rows ?? [], study),
      };
    }
  }
}

/** Returns the day of the next follow-up, and the number of days between it and today, as text. */
function describeDue({ state, day }: DueFollowUp, { today, timeZone }: StudyDay): string {
  if (state === 'none') return 'No appointment is open';
  const date = formatDate(day, 'date', timeZone);
  const days = Math.round(Math.abs(Date.parse(day) - Date.parse(today)) / DAY_MS);
  if (days === 0) return `${date}, today`;
  const distance = `${days.toLocaleString('en')} ${days === 1 ? 'day' : 'days'}`;
  return state === 'overdue' ? `${date}, ${distance} ago` : `${date}, in ${distance}`;
}

/** Returns the newest follow-up that names the day of the next one, or else the participant's own record. */
function nameSource(day: string, followUps: readonly Row[], { timeZone }: StudyDay) {
  const getUpload = (row: Row) => normalizeDate(row.record_upload_date, timeZone) ?? '';
  const row = followUps
    .filter(({ next_checkin_date }) => normalizeDate(next_checkin_date, timeZone)?.startsWith(day))
    .sort((a, b) => getUpload(a).localeCompare(getUpload(b)))
    .at(-1);
  if (!row) return { text: 'Set in the record of the participant' };
  const uploaded = formatDate(row.record_upload_date, 'date', timeZone);
  return {
    text: `Set by the follow-up${uploaded && ` of ${uploaded}`}`,
    href: toPublicPath(getDetailPath(followUp, toText(row[followUp.key]))),
  };
}
