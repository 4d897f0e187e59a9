import type { EntityWithForm } from '../entities/entity';
import { messages } from '../host/messages';
import { readItem } from '../list/read-item.server';
import type { SignedIn } from '../session/guard.server';
import { findUnsavedFields, type Saved } from './find-unsaved-fields.server';
import { findSaveHooks } from './save-hooks.server';

/** Returns the message that a record was saved. */
export function buildSavedMessage({ form, singular }: EntityWithForm, isNew: boolean): string {
  return (isNew ? form.addedMessage : form.updatedMessage) ?? messages.saved(singular);
}

/**
 * Shows the message that the record was saved. After an addition, first runs the entity's `afterAdd` hook. Shows an error
 * instead if the host did not store all fields or if the hook failed.
 */
export async function announceSaved(
  toast: SignedIn['toast'],
  entity: EntityWithForm,
  saved: Saved,
  { isNew, message }: { isNew: boolean; message: string },
): Promise<void> {
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
  await toast(
    problems.length > 0
      ? { kind: 'error', text: problems.join('. '), stays: true }
      : { kind: 'success', text: message },
  );
}
