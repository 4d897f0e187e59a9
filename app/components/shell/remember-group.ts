import { getOpenInput, type MenuGroupName } from '~/lib/menu';

/** Resolves when the latest change has been sent and answered, or has failed. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Stores in the browser's preferences whether a group of the menu is open. Does not navigate, which would load the
 * page's data again. Each change waits for the previous change, because the responses set the same cookie. If the panel
 * does not respond, the change is lost.
 */
export function rememberGroup(name: MenuGroupName, isOpen: boolean): void {
  const body = new URLSearchParams({ groups: name, to: '/home' });
  if (isOpen) body.set(getOpenInput(name), 'on');
  const send = () =>
    fetch('/preferences', { method: 'POST', body, redirect: 'manual', keepalive: true });
  last = last.then(send).catch(() => undefined);
}
