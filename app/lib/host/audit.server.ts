import { toErrorText } from 'shared/error-text';
import { log } from '../log.server';
import { metrics } from '../metrics.server';
import type { FormFields, HostLog } from './api-host';
import { settleOutbox } from './audit-outbox.server';
import type { AuditEntry } from './change-entry';
import type { ApiFault } from './envelope';
import { apiHost } from './host.server';

/**
 * Views, sign-ins and errors. Their entries are sent beside the user's request, never before it, and
 * a failure is only logged (product-spec.md §8); those of changes go along with the change (`makeChange`), that of
 * a sign-out with the end of the session. `settleEntries` waits for those under way.
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
export function recordFault(entry: AuditEntry, fault: ApiFault): void {
  if (fault.kind === 'refused' || fault.kind === 'missing') return;
  recordError({ ...entry, exception: fault.kind });
}

export async function settleEntries(): Promise<void> {
  await Promise.all(underWay);
  await settleOutbox();
}

function append(entryLog: HostLog, fields: FormFields): void {
  const path = `${entryLog}/update`;
  const sending = apiHost()
    .append(entryLog, fields)
    .then((result) => {
      if (result.ok) return;
      metrics.auditFailures.inc();
      log.error({ path, fault: result.fault.kind }, 'an audit entry was not accepted');
    })
    .catch((error: unknown) =>
      log.error({ path, error: toErrorText(error) }, 'an audit entry failed'),
    )
    .finally(() => underWay.delete(sending));
  underWay.add(sending);
}
