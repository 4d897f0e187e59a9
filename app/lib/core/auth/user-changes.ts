import type { Row } from 'shared/list/memory';
import { describeRights, listUserEvents, type UserFacts } from 'shared/user-events';

/**
 * Returns the additional audit entries of a changed user, derived from the form's values before and after the change.
 * The embedded host derives the same entries from the record itself (`events` of its save rules).
 */
export function buildUserEvents(id: string, before: Row, after: Row) {
  return listUserEvents(id, readFacts(before), readFacts(after)).map(
    ({ action, changed, description }) => ({
      action,
      attempt: `Changing the ${changed} of user ${id}`,
      describe: () => description,
    }),
  );
}

/** Returns the text that follows the id in the audit entry of an added user. */
export function describeAddedUser(values: Row): string {
  return describeRights(readFacts(values));
}

/**
 * Returns the security-relevant values of a user. `user_waiting` is known only before a change: the form does not have
 * it.
 */
function readFacts({ user_role, u_status, user_email, user_waiting }: Row): UserFacts {
  return { role: user_role, status: u_status, email: user_email, waiting: user_waiting };
}
