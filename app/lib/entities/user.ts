import { user as declaration } from 'shared/entities/user';
import type { Row } from 'shared/list/memory';
import { asText } from 'shared/list/values';
import { describeRights, type UserFacts, userEvents } from 'shared/user-events';
import { userRecordChanged } from '../auth/end-sessions.server';
import { newUserHint } from '../auth/password-hints.server';
import { declaredEntity } from './declared-entity';

export const user = declaredEntity(declaration, {
  eventsOf: (id, before, after) =>
    userEvents(id, readFacts(before), readFacts(after)).map(({ action, what, description }) => ({
      action,
      attempt: `Changing the ${what} of user ${id}`,
      describe: () => description,
    })),
  describeAdded: (values) => describeRights(readFacts(values)),
  /** Takes effect at once: who may not sign in any more is signed out. */
  afterChange: (id, values) => userRecordChanged(id, values?.u_status === '1'),
  columns: {
    u_status: { note: (row) => (asText(row.user_waiting) === '1' ? 'Waiting' : undefined) },
  },
  inputs: { user_email: { hint: newUserHint } },
  list: { needs: ['user_waiting'] },
});

/** Returns the description of a user from a form's values; only the record has `user_waiting`. */
function readFacts(values: Row): UserFacts {
  const { user_role, u_status, user_email, user_waiting } = values;
  return { role: user_role, status: u_status, email: user_email, waiting: user_waiting };
}
