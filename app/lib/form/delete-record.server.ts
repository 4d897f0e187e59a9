import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { asText } from 'shared/list/values';
import type { SignedIn } from '../auth/guard.server';
import { changedByAll, changeRefusal } from '../auth/permissions';
import { refuseChange } from '../auth/refuse-change.server';
import { userKey } from '../auth/user-key.server';
import type { Entity } from '../entities/entity';
import { namePlural } from '../entities/name-plural';
import { answerPage, isAbsent } from '../host/absent.server';
import { audit, recordFault } from '../host/audit.server';
import { deleteFault, loadFault, nameMissing } from '../host/faults';
import { makeChange } from '../host/make-change.server';
import { messages } from '../host/messages';
import { fetchRecord } from './fetch-record.server';
import { formInputs } from './form-view';
import { backHref } from './load-form.server';
import { readForm } from './read-form.server';
import { requireRecordId } from './require-record-id';
import { withIdempotencyKey } from './with-idempotency-key.server';

/**
 * Returns what the confirmation page shows. A record that cannot be read is named by its id; one that does not
 * exist cannot be deleted.
 */
export async function askDelete({ user }: SignedIn, entity: Entity, request: Request, id: string) {
  requireRecordId(entity, id);
  const title = `Delete ${entity.name}`;
  audit({ username: user.username, title, action: 'View', description: `Viewed ${title} ${id}` });
  const record = await fetchRecord(entity, id);
  const label = record.ok ? asText(record.value[entity.label]) : '';
  const fault = record.ok ? undefined : record.fault;
  const view = {
    title,
    label: label || `${entity.name} ${id}`,
    verb: 'Delete',
    token: randomUUID(),
    backHref: backHref(entity, request),
    refusal: isAbsent(fault) ? loadFault(fault, entity.name) : changeRefusal(user, entity.noun),
  };
  return answerPage(view, fault);
}

/** Deletes once and leads back to the list as it was; a refusal is shown there and the row stays. */
export async function deleteRecord(
  signedIn: SignedIn,
  entity: Entity,
  request: Request,
  id: string,
): Promise<Response> {
  await refuseChange(signedIn.user, entity.noun);
  requireRecordId(entity, id);
  const filling = {
    token: (await readForm(request, { fields: [formInputs.token] })).get(formInputs.token),
    owner: userKey(signedIn.user),
    content: ['delete', entity.noun, id],
  };
  const back = () => redirect(backHref(entity, request));
  const deleted = await withIdempotencyKey(filling, async () =>
    (await remove(signedIn, entity, id)) ? back() : undefined,
  );
  return deleted ?? back();
}

async function remove({ user, toast }: SignedIn, entity: Entity, id: string): Promise<boolean> {
  const entry = { username: user.username, title: entity.plural, action: 'Delete' } as const;
  // Where roles decide, the host asks who acts; other deletes go without (product-spec.md §7).
  const actor = changedByAll(entity.noun) ? undefined : { user: user.username };
  const change = {
    ...entry,
    attempt: `Deleting ${entity.name} ${id}`,
    describe: () => `Deleted ${entity.name} ${id}`,
  };
  const posted = await makeChange([change], (host, options) =>
    host.remove(entity.noun, { uid: id, ...actor }, options),
  );
  const result = nameMissing(posted, `deleting ${namePlural(entity)}`);
  if (result.ok) await entity.afterChange?.(id);
  else recordFault({ ...entry, description: `Deleting ${entity.name} failed` }, result.fault);
  await toast(
    result.ok
      ? { kind: 'success', text: messages.deleted(entity.name) }
      : { kind: 'error', text: deleteFault(result.fault, entity.name) },
  );
  return result.ok;
}
