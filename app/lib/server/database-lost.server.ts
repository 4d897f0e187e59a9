import { log } from './log.server';

/**
 * A save that was given up while the database hung may still have been done
 * (docs/decisions/0084-database-time-limits.md).
 */
const message =
  'The panel cannot reach its database at the moment. Try again in a minute. ' +
  'If you were saving, check whether your change is there before you save again.';

/** Returns the answer to requests while the panel cannot reach its database, which it retries by itself. */
export function answerDatabaseLost(error: Error): Response {
  const code = 'code' in error ? String(error.code) : error.name;
  log.error({ code }, 'the database cannot be reached');
  return new Response(message, { status: 503, headers: { 'Retry-After': '10' } });
}
