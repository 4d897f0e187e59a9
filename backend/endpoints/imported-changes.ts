import type { Context } from 'hono';
import { z } from 'zod';
import {
  type CollectedChange,
  listCollectedChanges,
  MAX_PAGE_CHANGES,
  removeCollectedChanges,
} from '../import/collected-changes';
import { done, type Envelope, refused } from '../wire/envelope';
import { getFirstProblem, required } from '../wire/fields';
import { readFields } from '../wire/requests';
import type { HostOptions } from './options';

const FORM_BYTES = 4_096;

/** The greatest number of a change, on both engines. */
const MAX_NUMBER = 2_147_483_647;

const jobId = z.uuid('id is not valid');
const page = z.object({
  id: jobId,
  after: count('after', 0, MAX_NUMBER).default(0),
  limit: count('limit', 1, MAX_PAGE_CHANGES).default(MAX_PAGE_CHANGES),
  record: required('record').optional(),
});
const moved = z.object({ id: jobId, last: count('last', 1, MAX_NUMBER) });

/** An answer whose items are changes. */
type ChangesAnswer = Omit<Envelope, 'items'> & { items: CollectedChange[] };

/**
 * Answers `import/changes/{id}` with the next changes of an import that its caller has started with `changes=1`, or
 * with no items if there are no more, or none yet.
 */
export async function listImportChanges(
  c: Context,
  { db }: HostOptions,
): Promise<Envelope | ChangesAnswer> {
  const query = page.safeParse({ ...c.req.query(), id: c.req.param('id') });
  if (!query.success) return refused(getFirstProblem(query.error));
  const { id, ...part } = query.data;
  const items = await listCollectedChanges(db, id, part);
  return { succeeded: true, message: null, items };
}

/** Answers `import/moved/{id}`: deletes the changes of an import up to the number `last`. */
export async function removeImportChanges(c: Context, { db }: HostOptions): Promise<Envelope> {
  const fields = await readFields(c, FORM_BYTES);
  const input = moved.safeParse({ ...fields, id: c.req.param('id') });
  if (!input.success) return refused(getFirstProblem(input.error));
  await removeCollectedChanges(db, input.data.id, input.data.last);
  return done(null);
}

function count(label: string, min: number, max: number) {
  const message = `${label} is not valid`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
}
