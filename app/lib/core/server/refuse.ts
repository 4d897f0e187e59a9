/** Ends a loader or an action with an error status and a message for the user. */
export function refuseRequest(
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
): never {
  throw new Response(message, { status, headers });
}

/** Ends a loader or an action whose address names something that does not exist. `what` is a noun. */
export function refuseMissing(what = 'record'): never {
  refuseRequest(404, `There is no such ${what}.`);
}

/** Ends a loader or an action that has waited too long for another request. */
export function refuseBusy(message: string): never {
  refuseRequest(503, message, { 'Retry-After': '60' });
}

/**
 * Ends the action of a page that has no form. Without such an action, Remix would answer before the session is
 * checked.
 */
export function refuseForm(): never {
  refuseRequest(405, 'This page does not accept forms.');
}
