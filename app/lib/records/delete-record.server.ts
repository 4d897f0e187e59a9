import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { defined } from 'shared/defined';
import { toText } from 'shared/list/values';
import type { Entity } from '../entities/entity';
import { namePlural } from '../entities/name-plural';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { answerPage, isAbsent } from '../host/absent.server';
import { audit, recordFailedCall } from '../host/audit.server';
import { describeDeleteError, describeLoadError, nameMissing } from '../host/describe-error';
import { makeChange } from '../host/make-change.server';
import { messages } from '../host/messages';
import type { SignedIn } from '../session/guard.server';
import { canBeChangedByAll, changeRefusal } from '../session/permissions';
import { refuseChange } from '../session/refuse-change.server';
import { getUserKey } from '../session/user-key.server';
import { fetchRecord } from './fetch-record.server';
import { backHref } from './load-form.server';
import { requireRecordId } from './require-record-id';
import { findSaveHooks } from './save-hooks.server';

/**
 * Returns the response for the page that confirms a deletion. If the record cannot be read, the page names it
 * by its id. If it does not exist, the page does not offer the deletion.
 */
export async function askDelete({ user }: SignedIn, entity: Entity, request: Request, id: string) {
  requireRecordId(entity, id);
  const title = `Delete ${entity.singular}`;
  audit({ username: user.username, title, action: 'View', description: `Viewed ${title} ${id}` });
  const record = await fetchRecord(entity, id);
  const label = record.ok ? toText(record.value[entity.label]) : '';
  const error = record.ok ? undefined : record.error;
  const view = {
    title,
    label: label || `${entity.singular} ${id}`,
    verb: 'Delete',
    token: randomUUID(),
    backHref: backHref(entity, request),
    refusal: isAbsent(error)
      ? describeLoadError(error, entity.singular)
      : changeRefusal(user, entity.name),
  };
  return answerPage(view, error);
}

/**
 * Deletes a record, only once per token, and redirects to the list as it was. The list shows the result as a
 * message.
 */
export async function deleteRecord(
  signedIn: SignedIn,
  entity: Entity,
  request: Request,
  id: string,
): Promise<Response> {
  await refuseChange(signedIn.user, entity.name);
  requireRecordId(entity, id);
  const filling = {
    token: (await readForm(request, { fields: [formInputs.token] })).get(formInputs.token),
    owner: getUserKey(signedIn.user),
    content: ['delete', entity.name, id],
  };
  const back = () => redirect(backHref(entity, request));
  const deleted = await withIdempotencyKey(filling, async () =>
    (await remove(signedIn, entity, id)) ? back() : undefined,
  );
  return deleted ?? back();
}

async function remove({ user, toast }: SignedIn, entity: Entity, id: string): Promise<boolean> {
  const entry = { username: user.username, title: entity.title, action: 'Delete' } as const;
  // The host needs the user's name only if the user's role decides about the deletion (product-spec.md §7).
  const actor = canBeChangedByAll(entity.name) ? undefined : { user: user.username };
  const change = {
    ...entry,
    attempt: `Deleting ${entity.singular} ${id}`,
    describe: () => `Deleted ${entity.singular} ${id}`,
  };
  const posted = await makeChange([change], (host, options) =>
    host.remove(defined(entity.host).name, { uid: id, ...actor }, options),
  );
  const result = nameMissing(posted, `deleting ${namePlural(entity)}`);
  if (result.ok) await findSaveHooks(entity.name).afterChange?.(id);
  else
    recordFailedCall({ ...entry, description: `Deleting ${entity.singular} failed` }, result.error);
  await toast(
    result.ok
      ? { kind: 'success', text: messages.deleted(entity.singular) }
      : { kind: 'error', text: describeDeleteError(result.error, entity.singular) },
  );
  return result.ok;
}
