import { studyFollowUp as declaration } from 'shared/entities/study-follow-up';
import { buildTable } from './declared-table';

export const studyFollowUp = buildTable(declaration, {
  remove: true,
  // The timelines of participants.
  lookups: { sorted: ['sfollow_whatsapp'], searched: [] },
});
