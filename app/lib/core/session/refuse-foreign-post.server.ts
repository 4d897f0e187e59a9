import { countEvent } from '../host/security-counts.server';
import { getPublicUrl } from '../server/config.server';
import { refuseRequest } from '../server/refuse';
import { foreignPostMessage, isForeignPost } from './foreign-post';
import { findSession } from './session.server';

/** Throws a 403 response for a post that another site sent. */
export async function refuseForeignPost(request: Request): Promise<void> {
  const foreign = isForeignPost({
    method: request.method,
    origin: request.headers.get('origin'),
    site: request.headers.get('sec-fetch-site'),
    hosts: [new URL(request.url).host, new URL(getPublicUrl()).host],
  });
  if (!foreign) return;
  await recordForeignPost(request.headers.get('cookie') ?? undefined);
  refuseRequest(403, foreignPostMessage);
}

/**
 * Counts a refused post from another site as a security event of the session's user. Does nothing without a session.
 */
export async function recordForeignPost(cookie: string | undefined): Promise<void> {
  if (!cookie) return;
  const username = (await findSession(cookie)).get('user')?.username;
  const reason = 'A form that another site sent was refused';
  if (username) await countEvent({ action: 'Refused', username, what: reason });
}
