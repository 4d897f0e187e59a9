import { studyResource as declaration } from 'shared/entities/study-resource';
import { buildTable } from './declared-table';

export const studyResource = buildTable(declaration, {
  remove: true,
  // The timelines of participants.
  lookups: { sorted: ['sresource_whatsapp'], searched: [] },
});
