import type { EntityWithForm } from '../entities/entity';
import { messages } from '../host/messages';
import { readItem } from '../list/read-item.server';
import type { SignedIn } from '../session/guard.server';
import { findUnsavedFields, type Saved } from './find-unsaved-fields.server';
import { findSaveHooks } from './save-hooks.server';

/**
 * Shows the message that the record was saved, or `message` instead. After an addition, first runs the entity's
 * `afterAdd` hook. The message is an error if the host did not store all fields or if the hook failed.
 */
export async function announceSaved(
  toast: SignedIn['toast'],
  entity: EntityWithForm,
  saved: Saved,
  { isNew, message }: { isNew: boolean; message?: string },
): Promise<void> {
  const { addedMessage, updatedMessage } = entity.form;
  const { afterAdd } = findSaveHooks(entity.name);
  const read = saved.item ? readItem(entity, saved.item) : {};
  const [unsavedFields, added] = await Promise.all([
    entity.host ? findUnsavedFields(entity, saved) : [],
    isNew ? afterAdd?.({ ...read, ...saved.values }) : undefined,
  ]);
  const problems = [
    ...(unsavedFields.length > 0 ? [messages.unsavedFields(unsavedFields)] : []),
    ...(added?.ok === false ? [added.error] : []),
  ];
  const text =
    message ?? (isNew ? addedMessage : updatedMessage) ?? messages.saved(entity.singular);
  await toast(
    problems.length > 0
      ? { kind: 'error', text: problems.join('. '), stays: true }
      : { kind: 'success', text },
  );
}
