import { toErrorText } from 'shared/error-text';
import { log } from '../server/log.server';
import { metrics } from '../server/metrics.server';
import type { FormFields, HostLog } from './api-host';
import type { ApiError } from './api-result';
import { settleOutbox } from './audit-outbox.server';
import type { AuditEntry } from './change-entry';
import { getApiHost } from './host.server';

/**
 * Views and errors. Their entries are sent beside the user's request, never before it, and a failure is only logged
 * (product-spec.md §8). Those of changes are sent with the change (`makeChange`); those of sign-ins (`enterDurably`)
 * and sign-outs are stored first. `settleEntries` waits for those under way.
 */
const underWay = new Set<Promise<void>>();

export function audit({ username, title, action, description }: AuditEntry): void {
  append('audit', {
    uid: '0',
    uusername: username,
    utitle: title,
    uaction: action,
    udescription: description,
  });
}

/** Records a sign-in; the channel of the panel is `Web`. */
export function recordLogin(username: string): void {
  append('login', { uid: '0', uusername: username, usource: 'Web' });
}

/** Records an error that a user met; `exception` names its kind, never what was typed. */
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

/** The same for a call that failed. A refusal is the host's answer and no error, nor is a path that it lacks. */
export function recordFailedCall(entry: AuditEntry, error: ApiError): void {
  if (error.kind === 'refused' || error.kind === 'missing') return;
  recordError({ ...entry, exception: error.kind });
}

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
      // A path that the host does not have is in the log already, once.
      if (result.error.kind === 'missing') return;
      log.error({ path, error: result.error.kind }, 'an audit entry was not accepted');
    })
    .catch((error: unknown) =>
      log.error({ path, error: toErrorText(error) }, 'an audit entry failed'),
    )
    .finally(() => underWay.delete(sending));
  underWay.add(sending);
}
