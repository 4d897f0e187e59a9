import type { NumberedMigration } from 'shared/db/migrate';
import { sessions } from './0001-sessions';
import { submissions } from './0002-submissions';
import { documents } from './0003-documents';
import { keptForms } from './0004-kept-forms';
import { savedConversations } from './0005-saved-conversations';
import { sessionDevices } from './0006-session-devices';
import { throttles } from './0007-throttles';
import { savedConversationsOfSessions } from './0008-saved-conversations-of-sessions';
import { pendingImports } from './0009-pending-imports';
import { sharedSettings } from './0010-shared-settings';
import { lockOwners } from './0011-lock-owners';
import { storedAuditIntents } from './0012-stored-audit-intents';
import { pendingImportParts } from './0013-pending-import-parts';
import { securityCounts } from './0014-security-counts';
import { userKeys } from './0015-user-keys';
import { idempotencyKeys } from './0016-idempotency-keys';
import { noDateFunctions } from './0017-no-date-functions';
import { savedViews } from './0018-saved-views';
import { recordHistory } from './0019-record-history';
import { accessLog } from './0020-access-log';
import { namedViews } from './0021-named-views';
import { remoteImports } from './0022-remote-imports';
import { bulkActions } from './0023-bulk-actions';
import { viewChoices } from './0024-view-choices';
import { overview } from './0025-overview';
import { exportedFiles } from './0026-exported-files';
import { weeklyMail } from './0027-weekly-mail';
import { secondFactor } from './0028-second-factor';
import { lockedSessions } from './0029-locked-sessions';
import { passkeys } from './0030-passkeys';
import { exportTraces } from './0031-export-traces';
import { erasures } from './0032-erasures';
import { withdrawals } from './0033-withdrawals';
import { comparedErasures } from './0034-compared-erasures';
import { endedSessions } from './0035-ended-sessions';
import { withdrawalReasons } from './0036-withdrawal-reasons';
import { withdrawalMarks } from './0037-withdrawal-marks';
import { noRemoteImports } from './0038-no-remote-imports';
import { jobs } from './0039-jobs';
import { itemDigests } from './0040-item-digests';
import { attempts } from './0041-attempts';

/**
 * The migrations of the panel's own tables. Each new one has the next number. A migration is not changed after
 * its release and imports no code of the project, so that it has the same effect in every later version.
 */
export const storeMigrations: Record<string, NumberedMigration> = {
  '0001-sessions': { ...sessions, formerName: '2026-11-21-sessions' },
  '0002-submissions': { ...submissions, formerName: '2026-11-21-submissions' },
  '0003-documents': { ...documents, formerName: '2026-11-22-documents' },
  '0004-kept-forms': { ...keptForms, formerName: '2026-11-22-kept-forms' },
  '0005-saved-conversations': {
    ...savedConversations,
    formerName: '2026-11-22-saved-conversations',
  },
  '0006-session-devices': { ...sessionDevices, formerName: '2026-11-22-session-devices' },
  '0007-throttles': { ...throttles, formerName: '2026-11-22-throttles' },
  '0008-saved-conversations-of-sessions': {
    ...savedConversationsOfSessions,
    formerName: '2026-11-23-saved-conversations-of-sessions',
  },
  '0009-pending-imports': { ...pendingImports, formerName: '2026-11-24-pending-imports' },
  '0010-shared-settings': { ...sharedSettings, formerName: '2026-11-24-shared-settings' },
  '0011-lock-owners': { ...lockOwners, formerName: '2026-11-26-lock-owners' },
  '0012-stored-audit-intents': {
    ...storedAuditIntents,
    formerName: '2026-11-26-stored-audit-intents',
  },
  '0013-pending-import-parts': {
    ...pendingImportParts,
    formerName: '2026-11-26-t-pending-import-parts',
  },
  '0014-security-counts': { ...securityCounts, formerName: '2026-11-26-u-security-counts' },
  '0015-user-keys': { ...userKeys, formerName: '2026-11-26-v-user-keys' },
  '0016-idempotency-keys': idempotencyKeys,
  '0017-no-date-functions': noDateFunctions,
  '0018-saved-views': savedViews,
  '0019-record-history': recordHistory,
  '0020-access-log': accessLog,
  '0021-named-views': namedViews,
  '0022-remote-imports': remoteImports,
  '0023-bulk-actions': bulkActions,
  '0024-view-choices': viewChoices,
  '0025-overview': overview,
  '0026-exported-files': exportedFiles,
  '0027-weekly-mail': weeklyMail,
  '0028-second-factor': secondFactor,
  '0029-locked-sessions': lockedSessions,
  '0030-passkeys': passkeys,
  '0031-export-traces': exportTraces,
  '0032-erasures': erasures,
  '0033-withdrawals': withdrawals,
  '0034-compared-erasures': comparedErasures,
  '0035-ended-sessions': endedSessions,
  '0036-withdrawal-reasons': withdrawalReasons,
  '0037-withdrawal-marks': withdrawalMarks,
  '0038-no-remote-imports': noRemoteImports,
  '0039-jobs': jobs,
  '0040-item-digests': itemDigests,
  '0041-attempts': attempts,
};
