import { log } from './log.server';

/**
 * The message mentions the change because a save that was aborted while the database did not respond may still
 * have been made (docs/decisions/0050-postgresql.md).
 */
const message =
  'The panel cannot reach its database at the moment. Try again in a minute. ' +
  'If you were saving, check whether your change is there before you save again.';

/** Logs that the database cannot be reached and returns a 503 response. The panel reconnects by itself. */
export function answerDatabaseLost(error: Error): Response {
  const code = 'code' in error ? String(error.code) : error.name;
  log.error({ code }, 'the database cannot be reached');
  return new Response(message, { status: 503, headers: { 'Retry-After': '10' } });
}
