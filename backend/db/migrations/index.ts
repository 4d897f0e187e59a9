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
import { sessions } from './0019-sessions';
import { submissions } from './0020-submissions';
import { documents } from './0021-documents';
import { keptForms } from './0022-kept-forms';
import { savedConversations } from './0023-saved-conversations';
import { sessionDevices } from './0024-session-devices';
import { throttles } from './0025-throttles';
import { savedConversationsOfSessions } from './0026-saved-conversations-of-sessions';
import { pendingImports } from './0027-pending-imports';
import { sharedSettings } from './0028-shared-settings';
import { lockOwners } from './0029-lock-owners';
import { storedAuditIntents } from './0030-stored-audit-intents';
import { pendingImportParts } from './0031-pending-import-parts';
import { securityCounts } from './0032-security-counts';
import { userKeys } from './0033-user-keys';
import { idempotencyKeys } from './0034-idempotency-keys';
import { noDateFunctions } from './0035-no-date-functions';
import { savedViews } from './0036-saved-views';
import { recordHistory } from './0037-record-history';
import { accessLog } from './0038-access-log';
import { namedViews } from './0039-named-views';
import { remoteImports } from './0040-remote-imports';
import { bulkActions } from './0041-bulk-actions';
import { viewChoices } from './0042-view-choices';
import { overview } from './0043-overview';
import { exportedFiles } from './0044-exported-files';
import { weeklyMail } from './0045-weekly-mail';
import { secondFactor } from './0046-second-factor';
import { lockedSessions } from './0047-locked-sessions';
import { passkeys } from './0048-passkeys';
import { exportTraces } from './0049-export-traces';
import { erasures } from './0050-erasures';
import { withdrawals as panelWithdrawals } from './0051-withdrawals';
import { comparedErasures } from './0052-compared-erasures';
import { endedSessions } from './0053-ended-sessions';
import { withdrawalReasons as panelWithdrawalReasons } from './0054-withdrawal-reasons';
import { withdrawalMarks } from './0055-withdrawal-marks';
import { noRemoteImports } from './0056-no-remote-imports';
import { jobs } from './0057-jobs';
import { itemDigests } from './0058-item-digests';
import { attempts } from './0059-attempts';
import { noStoredLocks } from './0060-no-stored-locks';

/**
 * The migrations of the study's database. The next one takes the next number. A migration never changes after its
 * release, and imports nothing of the project, so that it does the same in every later version. Those from 0019 to 0059
 * had numbers of their own when the panel's tables were in a second database (docs/decisions/0050-postgresql.md).
 */
export const migrations: Record<string, NumberedMigration> = {
  '0001-administration': { ...administration, formerNames: ['2026-11-21-a-administration'] },
  '0002-main-app': { ...mainApp, formerNames: ['2026-11-21-b-main-app'] },
  '0003-messenger': { ...messenger, formerNames: ['2026-11-21-c-messenger'] },
  '0004-audit-chain': { ...auditChain, formerNames: ['2026-11-22-audit-chain'] },
  '0005-natural-keys': { ...naturalKeys, formerNames: ['2026-11-24-natural-keys'] },
  '0006-saved-once': { ...savedOnce, formerNames: ['2026-11-25-saved-once'] },
  '0007-signed-audit': { ...signedAudit, formerNames: ['2026-11-26-signed-audit'] },
  '0008-import-keys': { ...importKeys, formerNames: ['2026-11-26-t-import-keys'] },
  '0009-imports': { ...imports, formerNames: ['2026-11-26-t-imports'] },
  '0010-sortable-dates': sortableDates,
  '0011-deleted-records': deletedRecords,
  '0012-imported-changes': importedChanges,
  '0013-collected-changes': collectedChanges,
  '0014-derived-fields': derivedFields,
  '0015-entity-names': entityNames,
  '0016-withdrawals': withdrawals,
  '0017-withdrawal-reasons': withdrawalReasons,
  '0018-no-collected-changes': noCollectedChanges,
  '0019-sessions': { ...sessions, formerNames: ['0001-sessions', '2026-11-21-sessions'] },
  '0020-submissions': {
    ...submissions,
    formerNames: ['0002-submissions', '2026-11-21-submissions'],
  },
  '0021-documents': { ...documents, formerNames: ['0003-documents', '2026-11-22-documents'] },
  '0022-kept-forms': { ...keptForms, formerNames: ['0004-kept-forms', '2026-11-22-kept-forms'] },
  '0023-saved-conversations': {
    ...savedConversations,
    formerNames: ['0005-saved-conversations', '2026-11-22-saved-conversations'],
  },
  '0024-session-devices': {
    ...sessionDevices,
    formerNames: ['0006-session-devices', '2026-11-22-session-devices'],
  },
  '0025-throttles': { ...throttles, formerNames: ['0007-throttles', '2026-11-22-throttles'] },
  '0026-saved-conversations-of-sessions': {
    ...savedConversationsOfSessions,
    formerNames: [
      '0008-saved-conversations-of-sessions',
      '2026-11-23-saved-conversations-of-sessions',
    ],
  },
  '0027-pending-imports': {
    ...pendingImports,
    formerNames: ['0009-pending-imports', '2026-11-24-pending-imports'],
  },
  '0028-shared-settings': {
    ...sharedSettings,
    formerNames: ['0010-shared-settings', '2026-11-24-shared-settings'],
  },
  '0029-lock-owners': {
    ...lockOwners,
    formerNames: ['0011-lock-owners', '2026-11-26-lock-owners'],
  },
  '0030-stored-audit-intents': {
    ...storedAuditIntents,
    formerNames: ['0012-stored-audit-intents', '2026-11-26-stored-audit-intents'],
  },
  '0031-pending-import-parts': {
    ...pendingImportParts,
    formerNames: ['0013-pending-import-parts', '2026-11-26-t-pending-import-parts'],
  },
  '0032-security-counts': {
    ...securityCounts,
    formerNames: ['0014-security-counts', '2026-11-26-u-security-counts'],
  },
  '0033-user-keys': { ...userKeys, formerNames: ['0015-user-keys', '2026-11-26-v-user-keys'] },
  '0034-idempotency-keys': { ...idempotencyKeys, formerNames: ['0016-idempotency-keys'] },
  '0035-no-date-functions': { ...noDateFunctions, formerNames: ['0017-no-date-functions'] },
  '0036-saved-views': { ...savedViews, formerNames: ['0018-saved-views'] },
  '0037-record-history': { ...recordHistory, formerNames: ['0019-record-history'] },
  '0038-access-log': { ...accessLog, formerNames: ['0020-access-log'] },
  '0039-named-views': { ...namedViews, formerNames: ['0021-named-views'] },
  '0040-remote-imports': { ...remoteImports, formerNames: ['0022-remote-imports'] },
  '0041-bulk-actions': { ...bulkActions, formerNames: ['0023-bulk-actions'] },
  '0042-view-choices': { ...viewChoices, formerNames: ['0024-view-choices'] },
  '0043-overview': { ...overview, formerNames: ['0025-overview'] },
  '0044-exported-files': { ...exportedFiles, formerNames: ['0026-exported-files'] },
  '0045-weekly-mail': { ...weeklyMail, formerNames: ['0027-weekly-mail'] },
  '0046-second-factor': { ...secondFactor, formerNames: ['0028-second-factor'] },
  '0047-locked-sessions': { ...lockedSessions, formerNames: ['0029-locked-sessions'] },
  '0048-passkeys': { ...passkeys, formerNames: ['0030-passkeys'] },
  '0049-export-traces': { ...exportTraces, formerNames: ['0031-export-traces'] },
  '0050-erasures': { ...erasures, formerNames: ['0032-erasures'] },
  '0051-withdrawals': { ...panelWithdrawals, formerNames: ['0033-withdrawals'] },
  '0052-compared-erasures': { ...comparedErasures, formerNames: ['0034-compared-erasures'] },
  '0053-ended-sessions': { ...endedSessions, formerNames: ['0035-ended-sessions'] },
  '0054-withdrawal-reasons': {
    ...panelWithdrawalReasons,
    formerNames: ['0036-withdrawal-reasons'],
  },
  '0055-withdrawal-marks': { ...withdrawalMarks, formerNames: ['0037-withdrawal-marks'] },
  '0056-no-remote-imports': { ...noRemoteImports, formerNames: ['0038-no-remote-imports'] },
  '0057-jobs': { ...jobs, formerNames: ['0039-jobs'] },
  '0058-item-digests': { ...itemDigests, formerNames: ['0040-item-digests'] },
  '0059-attempts': { ...attempts, formerNames: ['0041-attempts'] },
  '0060-no-stored-locks': noStoredLocks,
};
