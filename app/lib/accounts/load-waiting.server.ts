import { defined } from 'shared/defined';
import { toText } from 'shared/list/values';
import { noteRows } from '../core/access/note-access.server';
import { fetchKnownWaiting } from '../core/auth/waiting-accounts.server';
import { user as entity, getWaitingPath } from '../core/entities/user';
import { audit, recordFailedCall } from '../core/host/audit.server';
import { describeLoadError } from '../core/host/describe-error';
import { formatValue } from '../core/list/format';
import { buildTrail } from '../core/list/list-trail.server';
import { maskField } from '../core/masking/mask.server';
import { config } from '../core/server/config.server';
import type { SignedIn } from '../core/session/guard.server';
import { WAITING_TITLE } from './decision-view';

/** The maximum number of accounts that the page lists. */
const MAX_LISTED = 100;
const SHOWN = ['user_username', 'user_email', 'user_createdate'];

/** Loads the page that lists the accounts that wait for approval. */
export async function loadWaiting({ user }: SignedIn) {
  const title = WAITING_TITLE;
  const entry = { username: user.username, title, action: 'View' } as const;
  audit({ ...entry, description: `Viewed ${title}` });
  const found = await fetchKnownWaiting(MAX_LISTED, [entity.key, ...SHOWN]);
  if (!found.ok) recordFailedCall({ ...entry, description: `Viewed ${title}` }, found.error);
  const { rows, total } = found.ok ? found.value : { rows: [], total: 0 };
  const columns = entity.list.columns.filter(({ field }) => SHOWN.includes(field));
  noteRows(user, 'List', entity, rows, columns);
  const signedUp = defined(columns.find(({ field }) => field === 'user_createdate'));
  return {
    title,
    trail: buildTrail(entity, entity.list.path, { title }),
    total,
    accounts: rows.map((row) => ({
      href: getWaitingPath(toText(row[entity.key])),
      name: maskField(entity, row, 'user_username'),
      email: maskField(entity, row, 'user_email'),
      signedUp: formatValue(signedUp, row, config.STUDY_TIME_ZONE),
    })),
    error: found.ok ? undefined : describeLoadError(found.error, title),
  };
}
