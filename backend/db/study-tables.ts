import type { AccessTables } from './tables/access-tables';
import type { AuditTables } from './tables/audit-tables';
import type { EntityTables } from './tables/entity-tables';
import type { ErasureTables } from './tables/erasure-tables';
import type { FormTables } from './tables/form-tables';
import type { HistoryTables } from './tables/history-tables';
import type { InternalTables } from './tables/internal-tables';
import type { JobTables } from './tables/job-tables';
import type { ListTables } from './tables/list-tables';
import type { MessengerTables } from './tables/messenger-tables';
import type { OverviewTables } from './tables/overview-tables';
import type { SessionTables } from './tables/session-tables';

/** The tables of the study's database, as its migrations create them. */
export interface StudyTables
  extends EntityTables,
    InternalTables,
    AccessTables,
    AuditTables,
    ErasureTables,
    FormTables,
    HistoryTables,
    JobTables,
    ListTables,
    MessengerTables,
    OverviewTables,
    SessionTables {
  /** Values that all instances share: see secret.server.ts and keys.server.ts in app/lib/core/server. */
  shared_setting: {
    name: string;
    value: string;
  };
}
