import type { CompleteForm } from '../form/with-idempotency-key.server';
import type { StoreWithChange } from '../host/change-entry';
import type { Item } from '../host/read-envelope';
import type { SignedIn } from '../session/guard.server';
import type { Toast } from '../session/session-data';

/**
 * Returns the function that completes the form of a change and stores the message for the next page.
 * `buildToast` returns the message, given the first item of the host's answer.
 */
export function storeAnswer(
  { toast }: Pick<SignedIn, 'toast'>,
  complete: CompleteForm | undefined,
  buildToast: (item: Item | undefined) => Omit<Toast, 'kind'>,
): StoreWithChange {
  return async (db, items) => {
    await complete?.(db);
    await toast({ kind: 'success', ...buildToast(items.at(0)) }, db);
  };
}
