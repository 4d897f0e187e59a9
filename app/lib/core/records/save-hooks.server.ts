import { DECISION_FIELD } from 'shared/account-decisions';
import type { Envelope } from 'shared/envelope';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { Result } from 'shared/result';
import { describeRights } from 'shared/user-events';
import { keepAdministrator, type UserChange } from '../auth/keep-administrator.server';
import { buildUserEvents, describeAddedUser } from '../auth/user-changes';
import type { FormFields } from '../host/api-host';
import type { ApiResult } from '../host/api-result';
import type { ChangeEntry } from '../host/change-entry';
import { refuseNotification, sendNotification } from '../notifications/send-notification.server';
import { noteUserRecordChanged } from '../session/end-sessions.server';

/** The functions that run when a record of an entity is added, changed or deleted. */
interface SaveHooks {
  /** Runs before a record is added. Returns the reasons that it cannot be added, by field name. */
  beforeAdd?: (values: Row) => Record<string, string[]> | undefined;
  /** Makes a change of a record, or a deletion, by calling `make`, or returns the reason that it must not be made. */
  aroundChange?: (
    change: UserChange,
    make: () => Promise<ApiResult<Envelope>>,
  ) => Promise<ApiResult<Envelope>>;
  /**
   * Returns whether a user must have proved recently who they are before this save. `before` is undefined if the
   * record is added. For an entity with this function, restores and imports need a proof too.
   */
  needsProof?: (after: Row, before?: Row) => boolean;
  /** Runs after a record was added, before the redirect. Its failure is shown as an error. */
  afterAdd?: (saved: Row) => Promise<Result<unknown, string>>;
  /** Runs after a record was changed or deleted. `values` is undefined for a deleted record. */
  afterChange?: (id: string, values?: Row) => Promise<void>;
  /** Returns additional audit entries for a change. Both rows contain the form's values. */
  buildEvents?: (
    id: string,
    before: Row,
    after: Row,
  ) => Pick<ChangeEntry, 'action' | 'attempt' | 'describe'>[];
  /** Returns fields that the host receives in addition to the fields of the form. */
  buildMoreFields?: (values: Row) => FormFields;
  /** Returns the text that the audit entry of an added record has after the id. */
  describeAdded?: (values: Row) => string;
  /** Returns the text that the audit entry of a restored record has after the id. `record` is the host's record. */
  describeRestored?: (record: Row) => string;
}

const hooks: Readonly<Record<string, SaveHooks>> = {
  notification: { beforeAdd: refuseNotification, afterAdd: sendNotification },
  user: {
    aroundChange: keepAdministrator,
    needsProof: changesAccess,
    // Takes effect immediately: a user who was disabled or deleted is signed out.
    afterChange: (id, values) => noteUserRecordChanged(id, values?.u_status === '1'),
    buildEvents: buildUserEvents,
    describeAdded: describeAddedUser,
    buildMoreFields: ({ [DECISION_FIELD]: decision }): FormFields =>
      decision ? { [DECISION_FIELD]: toText(decision) } : {},
    describeRestored: ({ user_role: role, user_status: status }) =>
      describeRights({ role, status }),
  },
};

/**
 * Returns whether a change of a user makes an active administrator, or changes the role or the email address, to which
 * the panel sends links that set a new password.
 */
function changesAccess(after: Row, before?: Row): boolean {
  const isAdministrator = toText(after.user_role) === '1';
  if (!before) return isAdministrator;
  const isChanged = (name: string) => toText(after[name]) !== toText(before[name]);
  const isActivated = toText(after.u_status) === '1' && isChanged('u_status');
  return (isAdministrator && isActivated) || isChanged('user_role') || isChanged('user_email');
}

/**
 * Returns whether a change that may add or change any values of an entity's records, such as a restore or an import,
 * needs a recent proof of who the user is.
 */
export function needsProofForAny(entity: string): boolean {
  return findSaveHooks(entity).needsProof !== undefined;
}

/** Returns the hooks of a named entity. */
export function findSaveHooks(entity: string): SaveHooks {
  return hooks[entity] ?? {};
}
