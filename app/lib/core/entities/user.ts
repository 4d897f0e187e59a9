import { user as declaration } from 'shared/entities/user';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { WAITING_PATH } from '../../menu';
import { buildEntity } from './declared-entity';

/** Returns the path of the page on which a waiting account is approved or refused. */
export function getWaitingPath(id: string): string {
  return `${WAITING_PATH}/${encodeURIComponent(id)}`;
}

/** Returns whether a user has signed up and waits for approval (decision 0026). */
export function isWaiting(row: Row): boolean {
  return toText(row.user_waiting) === '1';
}

export const user = buildEntity(declaration, {
  columns: {
    u_status: {
      note: (row) => (isWaiting(row) ? 'Waiting' : undefined),
      link: (row) => (isWaiting(row) ? getWaitingPath(toText(row.user_id)) : undefined),
    },
  },
  // The hint of the email address needs the whole width.
  inputs: {
    user_fname: { isShort: true },
    user_lname: { isShort: true },
    user_email: { isShort: false },
  },
  list: { extraFields: ['user_waiting'] },
  form: {
    disablingNote: 'These users will be signed out at once.',
    sections: [
      { title: 'Name and contact', first: 'user_username' },
      { title: 'Access', first: 'user_role' },
    ],
  },
});
