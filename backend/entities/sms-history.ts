import { smsHistory as declaration } from 'shared/entities/sms-history';
import { buildTable } from './declared-table';

export const smsHistory = buildTable(declaration, {
  // The timelines of participants.
  lookups: { sorted: ['sms_history_number'], searched: [] },
});
