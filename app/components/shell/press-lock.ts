/** The id of the form in the header that locks the session. */
export const LOCK_FORM_ID = 'lock';
/** The id of the button by which a record's form is sent to be stored while the session is locked. */
export const LOCK_WITH_FORM_ID = 'lock-with-form';

/** Presses the lock button of the form on this page. Returns false if the page has none. */
export function pressLockOfForm(): boolean {
  const button = document.getElementById(LOCK_WITH_FORM_ID);
  button?.click();
  return button !== null;
}

/** Locks the session, or stores what is typed on this page if another tab has locked it. */
export function lockThisPage(): void {
  document.getElementById(LOCK_FORM_ID)?.querySelector('button')?.click();
}
