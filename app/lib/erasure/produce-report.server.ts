import type { Result } from 'shared/result';
import { noteRecords, type Viewer } from '../core/access/note-access.server';
import type { HostErasure } from '../core/host/api-host';
import { formatMoment } from '../core/server/format-moment.server';
import { collectReport } from './collect-report.server';
import type { ErasurePlan } from './plan';
import { writeReport } from './report';

export const REPORT_TITLE = 'Data of a participant';
export const NO_FILE = 'The file was not produced.';

/**
 * Returns all that is stored about a participant as one HTML file, and notes in the access log who received it. Fails if
 * the host or the messenger does not answer.
 */
export async function produceReport(
  viewer: Viewer,
  host: HostErasure,
  plan: ErasurePlan,
): Promise<Result<string, string>> {
  const { participantId, phones } = plan.person;
  noteRecords(viewer, 'Export', 'participant', [
    { entity: 'participant', key: participantId, isSecret: false },
    ...phones.map((key) => ({ entity: 'phone', key, isSecret: true })),
  ]);
  const sections = await collectReport(host, plan);
  if (!sections.ok) return sections;
  return { ok: true, value: writeReport(sections.value, formatMoment(Date.now(), 'date-time')) };
}
