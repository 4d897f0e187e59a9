/** The part of a request’s guard that deals with the form of the request. */
export interface FormGuard {
  /**
   * Reads the sender's session and role again, and throws the answer if the sender may no longer post the form. `fields`
   * are those that have arrived, of which it keeps a draft.
   */
  checkAgain(fields: [string, string][]): Promise<void>;
  /** Keeps a draft of a form that has arrived only in part. Returns whether it did. */
  keepLate(fields: [string, string][]): Promise<boolean>;
}

const guards = new WeakMap<Request, FormGuard>();

/** Stores the guard of a request. Every guard of a page does this, because no form is read without. */
export function setFormGuard(request: Request, guard: FormGuard): void {
  guards.set(request, guard);
}

/** Returns the guard of a request. Throws an error if the action has not called one. */
export function findFormGuard(request: Request): FormGuard {
  const guard = guards.get(request);
  if (!guard)
    throw new Error(
      'An action must call a guard, such as requireSignedIn, before it reads its form',
    );
  return guard;
}
