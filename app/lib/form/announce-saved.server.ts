import type { SignedIn } from '../auth/guard.server';
import type { EntityWithForm } from '../entities/entity';
import { readItem } from '../entities/read-item';
import { messages } from '../host/messages';
import { fieldsNotKept, type Saved } from './fields-not-kept.server';

/**
 * Does the work that follows an addition, and shows a message that the record was saved. The message is an error if the
 * host dropped fields, or if that work failed.
 */
export async function announceSaved(
  toast: SignedIn['toast'],
  entity: EntityWithForm,
  isNew: boolean,
  saved: Saved,
): Promise<void> {
  const { afterAdd, addedMessage, updatedMessage, store } = entity.form;
  const read = saved.item ? readItem(entity, saved.item) : {};
  const [notKept, problem] = await Promise.all([
    store && !isNew ? [] : fieldsNotKept(entity, saved),
    isNew ? afterAdd?.({ ...read, ...saved.values }) : undefined,
  ]);
  const problems = [
    ...(notKept.length > 0 ? [messages.notKept(notKept)] : []),
    ...(problem ? [problem] : []),
  ];
  const text = (isNew ? addedMessage : updatedMessage) ?? messages.saved(entity.name);
  await toast(
    problems.length > 0
      ? { kind: 'error', text: problems.join('. '), stays: true }
      : { kind: 'success', text },
  );
}
