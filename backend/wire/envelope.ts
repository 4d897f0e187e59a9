import type { SqlRow } from 'shared/db/types';
import type { SentEnvelope } from 'shared/envelope';

/** An answer with rows of the database. */
export type Envelope = SentEnvelope<SqlRow>;

/** Returns the answer to a successful call. `items` is null if the call returns no rows, such as a final deletion. */
export function done(items: SqlRow[] | null, message: string | null = null): Envelope {
  return { succeeded: true, message, items };
}

/** Returns the answer to a refused call, with a message for the user. */
export function refused(message: string): Envelope {
  return { succeeded: false, message, items: [] };
}

/**
 * Returns the answer to a call for a record that does not exist. Shortens a long id, because callers can send an id of
 * any length.
 */
export function notFound(label: string, id: string): Envelope {
  const shown = id.length > 50 ? `${id.slice(0, 50)}…` : id;
  return refused(`The specified ${label} '${shown}' could not be found`);
}

/** The answer after an unexpected error, whose details appear only in the log. */
export const unexpected: Envelope = refused('The request could not be processed');
