import { roles } from '../user-events';
import { findUsernameProblem } from '../username';
import { defineEntity } from './declaration';
import { code, email, nameText, PHONE_EXAMPLE, phoneNumber, status, text } from './fields';
import { carried, id, savedAt, savedBy } from './shown-fields';

export const user = defineEntity({
  name: 'user',
  singular: 'user',
  title: 'Users',
  key: 'user_id',
  label: 'user_username',
  lead: ['user_username', 'user_fname', 'user_lname', 'u_status'],
  fields: {
    user_id: id(),
    user_username: nameText({
      wire: 'uname',
      label: 'Username',
      required: 'Username is required',
      hint: 'A username cannot be changed later',
      addOnly: true,
      autoComplete: 'off',
      rule: findUsernameProblem,
      identifying: 'account name',
      // The rule refuses what a normaliser would change, so that no name is mistaken for another.
      valueKind: 'verbatim',
    }),
    user_fname: text({
      wire: 'ufname',
      title: 'First Name',
      label: 'First name',
      required: 'First name is required',
      identifying: true,
    }),
    user_lname: text({
      wire: 'ulname',
      title: 'Last Name',
      label: 'Last name',
      required: 'Last name is required',
      identifying: true,
    }),
    user_email: email({
      wire: 'uemail',
      label: 'Email',
      required: 'Email is required',
      priority: 4,
      identifying: true,
    }),
    u_status: status('user_status'),
    user_createuser: savedBy({ priority: 5 }),
    user_createdate: savedAt(),
    user_waiting: carried('Waiting', { format: 'number', identifying: false }),
    user_phone: {
      ...phoneNumber({
        wire: 'uphone',
        label: 'Phone',
        hint: PHONE_EXAMPLE,
        identifying: true,
      }),
      unlisted: true,
    },
    user_role: code(
      'select',
      { wire: 'urole', label: 'Role', required: 'Role is required' },
      roles,
    ),
  },
  stamps: { prefix: 'user' },
  unique: {
    user_username: (name) => `The username '${name}' exists already`,
    user_email: (address) => `The email '${address}' belongs to another user`,
  },
  path: '/users',
  pageSize: 5,
  form: [
    'user_username',
    'user_fname',
    'user_lname',
    'user_phone',
    'user_email',
    'user_role',
    'u_status',
  ],
  deletable: true,
  accounts: { rights: ['user_role', 'u_status'] },
  search: {
    fields: ['user_username', 'user_fname', 'user_lname', 'user_email'],
    identifiers: ['user_username'],
  },
  import: { natural: ['user_username'] },
});
