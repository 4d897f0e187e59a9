import { toErrorText } from 'shared/error-text';
import { log } from '../server/log.server';
import { metrics } from '../server/metrics.server';
import type { FormFields, HostLog } from './api-host';
import type { ApiError } from './api-result';
import { settleOutbox } from './audit-outbox.server';
import type { AuditEntry } from './change-entry';
import { getApiHost } from './host.server';

/**
 * The requests that are adding entries for views, sign-ins and errors to the host's logs. They run in the background
 * and do not delay the user's request. A failure is only logged (product-spec.md §8). In contrast, the audit entries of
 * changes (`makeChange`), sign-ins (`enterDurably`) and sign-outs (`signOut`) are stored before they are sent.
 */
const underWay = new Set<Promise<void>>();

/** Adds an entry to the audit log in the background. A failure is only logged. */
export function audit({ username, title, action, description }: AuditEntry): void {
  append('audit', {
    uid: '0',
    uusername: username,
    utitle: title,
    uaction: action,
    udescription: description,
  });
}

/** Adds a sign-in to the login log, with the source `Web`. */
export function recordLogin(username: string): void {
  append('login', { uid: '0', uusername: username, usource: 'Web' });
}

/**
 * Adds an error that a user saw to the error log. `exception` is the kind of the error, and must not contain user
 * input.
 */
export function recordError(entry: AuditEntry & { exception: string }): void {
  append('log', {
    uid: '0',
    uusername: entry.username,
    utitle: entry.title,
    uaction: entry.action,
    udescription: entry.description,
    uexception: entry.exception,
  });
}

/**
 * Adds a failed call to the error log. Ignores a refusal, which is a regular answer, and a path that the host
 * does not have.
 */
export function recordFailedCall(entry: AuditEntry, error: ApiError): void {
  if (error.kind === 'refused' || error.kind === 'missing') return;
  recordError({ ...entry, exception: error.kind });
}

/** Waits until no entry is being sent, neither by this module nor by the outbox. */
export async function settleEntries(): Promise<void> {
  await Promise.all(underWay);
  await settleOutbox();
}

function append(entryLog: HostLog, fields: FormFields): void {
  const path = `${entryLog}/update`;
  const sending = getApiHost()
    .append(entryLog, fields)
    .then((result) => {
      if (result.ok) return;
      metrics.auditFailures.inc();
      // noteMissingEndpoint has already logged that the host does not have the path.
      if (result.error.kind === 'missing') return;
      log.error({ path, error: result.error.kind }, 'an audit entry was not accepted');
    })
    .catch((error: unknown) =>
      log.error({ path, error: toErrorText(error) }, 'an audit entry failed'),
    )
    .finally(() => underWay.delete(sending));
  underWay.add(sending);
}
