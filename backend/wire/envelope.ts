import type { SentEnvelope } from 'shared/envelope';
import type { SqlRow } from '../db/types';

/** An answer with rows of the database. */
export type Envelope = SentEnvelope<SqlRow>;

/** A call that went well; a delete hands in null. */
export function done(items: SqlRow[] | null, message: string | null = null): Envelope {
  return { succeeded: true, message, items };
}

/** A call that was refused, with a message for the person who made it. */
export function refused(message: string): Envelope {
  return { succeeded: false, message, items: [] };
}

/** A look-up that found nothing; the id is cut, as it may be anything. */
export function notFound(label: string, id: string): Envelope {
  const shown = id.length > 50 ? `${id.slice(0, 50)}…` : id;
  return refused(`The specified ${label} '${shown}' could not be found`);
}

/** An unexpected failure: what happened is for the log only. */
export const unexpected: Envelope = refused('The request could not be processed');
