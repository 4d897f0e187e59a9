import type { AccessTables } from './tables/access-tables';
import type { AuditTables } from './tables/audit-tables';
import type { ErasureTables } from './tables/erasure-tables';
import type { FormTables } from './tables/form-tables';
import type { HistoryTables } from './tables/history-tables';
import type { JobTables } from './tables/job-tables';
import type { ListTables } from './tables/list-tables';
import type { MessengerTables } from './tables/messenger-tables';
import type { OverviewTables } from './tables/overview-tables';
import type { SessionTables } from './tables/session-tables';

/** The tables of the panel's own store. The study's data is stored elsewhere. */
export interface StoreTables
  extends AccessTables,
    AuditTables,
    ErasureTables,
    FormTables,
    HistoryTables,
    JobTables,
    ListTables,
    MessengerTables,
    OverviewTables,
    SessionTables {
  /** Values that all instances share: see secret.server.ts and keys.server.ts in lib/server. */
  shared_setting: {
    name: string;
    value: string;
  };
}
