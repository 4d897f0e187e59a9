import { log } from '../log.server';

const message =
  'The panel cannot reach its database at the moment, so nothing could be read or saved. Please try again in a minute.';

/** What a page answers while the panel's database cannot be reached: it comes back by itself. */
export function databaseLost(error: Error): Response {
  const code = 'code' in error ? String(error.code) : error.name;
  log.error({ code }, 'the database cannot be reached');
  return new Response(message, { status: 503, headers: { 'Retry-After': '10' } });
}
