import type { Database } from '../db/types';
import type { ListSource } from '../lists/list-conditions';
import { countListValues } from '../lists/list-values';
import { done, type Envelope } from '../wire/envelope';

/**
 * Answers `list-values/{path of a list}?cols=a,b` with an item for each value of these fields, and one for the rows
 * whose field is empty. A field with more than 30 values has no item.
 */
export async function answerListValues(
  db: Database,
  source: ListSource,
  params: URLSearchParams,
): Promise<Envelope> {
  const fields = params.getAll('cols').flatMap((names) => names.split(','));
  const counted = await countListValues(db, source, [...new Set(fields)]);
  return done(
    counted.flatMap(({ field, values, empty }) => [
      ...values.map(({ value, count }) => ({ field, value, count })),
      { field, value: null, count: empty },
    ]),
  );
}
