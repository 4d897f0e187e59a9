import { noteRecords, type Viewer } from '../access/note-access.server';
import type { HostErasure } from '../host/api-host';
import { formatMoment } from '../server/format-moment.server';
import { collectReport } from './collect-report.server';
import type { ErasurePlan } from './plan';
import { writeReport } from './report';

export const REPORT_TITLE = 'Data of a participant';
export const NO_FILE = 'The file was not produced.';

/** Returns all that is stored about a participant as one HTML file, and notes in the access log who received it. */
export async function produceReport(
  viewer: Viewer,
  host: HostErasure,
  plan: ErasurePlan,
): Promise<string> {
  const { participantId, phones } = plan.person;
  noteRecords(viewer, 'Export', 'participant', [
    { entity: 'participant', key: participantId, isSecret: false },
    ...phones.map((key) => ({ entity: 'phone', key, isSecret: true })),
  ]);
  return writeReport(await collectReport(host, plan), formatMoment(Date.now(), 'date-time'));
}
