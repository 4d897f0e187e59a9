import type { NumberedMigration } from 'shared/db/migrate';
import { administration } from './0001-administration';
import { mainApp } from './0002-main-app';
import { messenger } from './0003-messenger';
import { auditChain } from './0004-audit-chain';
import { naturalKeys } from './0005-natural-keys';
import { savedOnce } from './0006-saved-once';
import { signedAudit } from './0007-signed-audit';
import { importKeys } from './0008-import-keys';
import { imports } from './0009-imports';
import { sortableDates } from './0010-sortable-dates';
import { deletedRecords } from './0011-deleted-records';
import { importedChanges } from './0012-imported-changes';
import { collectedChanges } from './0013-collected-changes';
import { derivedFields } from './0014-derived-fields';
import { entityNames } from './0015-entity-names';
import { withdrawals } from './0016-withdrawals';
import { withdrawalReasons } from './0017-withdrawal-reasons';
import { noCollectedChanges } from './0018-no-collected-changes';

/**
 * The migrations of the host's tables. The next one takes the next number. A migration never changes after
 * its release, and imports nothing of the project, so that it does the same in every later version.
 */
export const migrations: Record<string, NumberedMigration> = {
  '0001-administration': { ...administration, formerName: '2026-11-21-a-administration' },
  '0002-main-app': { ...mainApp, formerName: '2026-11-21-b-main-app' },
  '0003-messenger': { ...messenger, formerName: '2026-11-21-c-messenger' },
  '0004-audit-chain': { ...auditChain, formerName: '2026-11-22-audit-chain' },
  '0005-natural-keys': { ...naturalKeys, formerName: '2026-11-24-natural-keys' },
  '0006-saved-once': { ...savedOnce, formerName: '2026-11-25-saved-once' },
  '0007-signed-audit': { ...signedAudit, formerName: '2026-11-26-signed-audit' },
  '0008-import-keys': { ...importKeys, formerName: '2026-11-26-t-import-keys' },
  '0009-imports': { ...imports, formerName: '2026-11-26-t-imports' },
  '0010-sortable-dates': sortableDates,
  '0011-deleted-records': deletedRecords,
  '0012-imported-changes': importedChanges,
  '0013-collected-changes': collectedChanges,
  '0014-derived-fields': derivedFields,
  '0015-entity-names': entityNames,
  '0016-withdrawals': withdrawals,
  '0017-withdrawal-reasons': withdrawalReasons,
  '0018-no-collected-changes': noCollectedChanges,
};
