import type { Row } from 'shared/list/memory';
import { asText } from 'shared/list/values';
import { describeRights, roles, type UserFacts, userEvents } from 'shared/user-events';
import { usernameProblem } from 'shared/username';
import { userRecordChanged } from '../auth/end-sessions.server';
import { newUserHint } from '../auth/password-hints.server';
import { date, id, name, status, text } from './columns';
import type { EntityWithForm } from './entity';
import { emailField, selectField, statusField, telField, textField } from './fields';
import { withRule } from './form-field';

export const user: EntityWithForm = {
  noun: 'user',
  name: 'user',
  plural: 'Users',
  key: 'user_id',
  label: 'user_username',
  canDelete: true,
  eventsOf: (id, before, after) =>
    userEvents(id, factsOf(before), factsOf(after)).map(({ action, what, description }) => ({
      action,
      attempt: `Changing the ${what} of user ${id}`,
      describe: () => description,
    })),
  describeAdded: (values) => describeRights(factsOf(values)),
  /** Takes effect at once: who may not sign in any more is signed out. */
  afterChange: (id, values) => userRecordChanged(id, values?.u_status === '1'),
  list: {
    path: '/users',
    source: 'user/list',
    pageSize: 5,
    needs: ['user_waiting'],
    columns: [
      id('user_id'),
      name('user_username', 'Username'),
      text('user_fname', 'First Name'),
      text('user_lname', 'Last Name'),
      text('user_email', 'Email', { priority: 4 }),
      status('u_status', {
        note: (row) => (asText(row.user_waiting) === '1' ? 'Waiting' : undefined),
      }),
      text('user_createuser', 'User', { priority: 5 }),
      date('user_createdate', 'Date'),
    ],
  },
  form: {
    fields: [
      withRule(
        textField('user_username', 'uname', 'Username', 'Username is required', {
          readOnlyOnEdit: true,
          autoComplete: 'off',
        }),
        usernameProblem,
      ),
      textField('user_fname', 'ufname', 'First name', 'First name is required'),
      textField('user_lname', 'ulname', 'Last name', 'Last name is required'),
      telField('user_phone', 'uphone', 'Phone'),
      emailField(
        'user_email',
        'uemail',
        'Email',
        'Email is required',
        'Please enter a valid email address',
        { hint: newUserHint },
      ),
      selectField('user_role', 'urole', 'Role', roles, 'Role is required'),
      statusField('u_status'),
    ],
  },
};

/** Returns what a form says of a user; `user_waiting` stands in the record only. */
function factsOf(values: Row): UserFacts {
  const { user_role, u_status, user_email, user_waiting } = values;
  return { role: user_role, status: u_status, email: user_email, waiting: user_waiting };
}
