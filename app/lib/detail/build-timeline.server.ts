import type { Row } from 'shared/list/memory';
import { normalizeDate, toText } from 'shared/list/values';
import { toPublicPath } from '../core/addresses/public-path.server';
import { publishLink } from '../core/addresses/publish-link.server';
import type { Column } from '../core/entities/column';
import type { Entity } from '../core/entities/entity';
import { getDetailPath } from '../core/entities/record-paths';
import { buildNarrowedList } from '../core/entities/related-list';
import { formatValue } from '../core/list/format';
import { maskText } from '../core/masking/mask.server';
import { describeGaps, describeUnreadable, type UnreadableDate } from './describe-gaps';
import type { NamedLink, StudyDay, TimelineItem, TimelineView } from './detail-view';
import type { Source } from './timeline-sources.server';

/** The maximum number of events that a page shows. */
const MAX_EVENTS = 20;

interface Event extends TimelineItem {
  /** The moment by which events are ordered, in the study's time zone. */
  at: string;
}

/**
 * Builds the timeline of a record from the dates in its own fields and in the records that belong to it. Unreadable
 * dates and missing lists are named in the notes below the timeline.
 */
export function buildTimeline(
  entity: Entity,
  row: Row,
  sources: readonly Source[],
  { today, timeZone }: StudyDay,
): TimelineView {
  const unreadable: UnreadableDate[] = [];
  const readEvents = (columns: readonly Column[], record: Row, href?: string): Event[] =>
    columns.flatMap((column) => {
      const { event, field } = column;
      const raw = toText(record[field]).trim();
      if (!event || raw === '') return [];
      const at = normalizeDate(raw, timeZone);
      if (at === null) {
        unreadable.push({ title: event.title, text: raw });
        return [];
      }
      const day = at.slice(0, today.length);
      return [
        {
          at,
          day,
          date: formatValue(column, record, timeZone),
          title: event.title,
          detail: event.detail ? maskText(toText(record[event.detail]).trim()) : '',
          href,
          isPlanned: day > today,
        },
      ];
    });
  const events = [
    ...readEvents(entity.list.columns, row),
    ...sources.flatMap(({ entity: other, rows }) =>
      rows.flatMap((record) => readEvents(other.list.columns, record, findHref(other, record))),
    ),
  ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return {
    items: events.slice(0, MAX_EVENTS).map(({ at: _, ...item }) => item),
    total: events.length,
    lists: sources.flatMap(listRecords),
    notes: [
      ...describeGaps(sources),
      ...describeUnreadable(unreadable),
      ...(entity.timelineGaps ?? []),
    ],
  };
}

function findHref(entity: Entity, row: Row): string | undefined {
  const id = toText(row[entity.key]);
  return entity.detail && id !== '' ? toPublicPath(getDetailPath(entity, id)) : undefined;
}

/** Returns a link to the list of all records of a source that belong to the record, if there are any. */
function listRecords({ entity, field, value, total }: Source): NamedLink[] {
  const href = buildNarrowedList(entity.list.path, field, value);
  if (!href || total === 0) return [];
  return [{ title: `${entity.title}: ${total.toLocaleString('en')}`, ...publishLink(href) }];
}
