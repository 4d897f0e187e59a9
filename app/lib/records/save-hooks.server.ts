import type { Row } from 'shared/list/memory';
import { buildUserEvents, describeAddedUser } from '../auth/user-changes';
import type { ChangeEntry } from '../host/change-entry';
import { refuseNotification, sendNotification } from '../notifications/send-notification.server';
import { noteUserRecordChanged } from '../session/end-sessions.server';

/** The work that a change of an entity's record causes besides the save itself. */
interface SaveHooks {
  /** Returns why a record cannot be added, by the names of its fields; runs before anything is saved. */
  beforeAdd?: (values: Row) => Record<string, string[]> | undefined;
  /** Runs after a record was added, before its edit page shows; a text it returns is shown as an error. */
  afterAdd?: (saved: Row) => Promise<string | undefined>;
  /** Runs after a record was changed or deleted; a deleted one has no values. */
  afterChange?: (id: string, values?: Row) => Promise<void>;
  /** Returns additional audit entries of a change; both rows hold the form's values. */
  buildEvents?: (
    id: string,
    before: Row,
    after: Row,
  ) => Pick<ChangeEntry, 'action' | 'attempt' | 'describe'>[];
  /** Returns what the audit entry of an added record says besides its id. */
  describeAdded?: (values: Row) => string;
}

const hooks: Readonly<Record<string, SaveHooks>> = {
  notification: { beforeAdd: refuseNotification, afterAdd: sendNotification },
  user: {
    // Takes effect at once: who may not sign in any more is signed out.
    afterChange: (id, values) => noteUserRecordChanged(id, values?.u_status === '1'),
    buildEvents: buildUserEvents,
    describeAdded: describeAddedUser,
  },
};

/** Returns the hooks of a named entity. */
export function findSaveHooks(entity: string): SaveHooks {
  return hooks[entity] ?? {};
}
