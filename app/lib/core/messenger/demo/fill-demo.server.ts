import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely } from 'kysely';
import { makeDemoDates } from 'shared/demo/dates';
import { makeChance } from 'shared/demo/random';
import { getMessengerPaths } from '../paths';
import { buildDocumentColumns } from '../sql.server';
import { makeDemoChats } from './chats';
import { makeDemoDiscussions } from './discussions';

const SEED = 20_261_122;
const ROWS_A_STATEMENT = 1_500;

/**
 * Fills an empty document table with synthetic messages for the demo study's phones. The messages are the same
 * on every call on the same day (`today`, as `YYYY-MM-DD`), and no real person appears in them.
 */
export async function fillDemoMessenger(
  db: Kysely<StudyTables>,
  { product, today }: { product: string; today: string },
): Promise<void> {
  const existing = await db.selectFrom('document').select('id').limit(1).executeTakeFirst();
  if (existing) return;
  const paths = getMessengerPaths(product);
  const dates = makeDemoDates(today);
  const rows = [
    ...makeDemoDiscussions({ paths, chance: makeChance(SEED), dates }),
    ...makeDemoChats({ paths, chance: makeChance(SEED + 1), dates }),
  ].map(([collection, id, fields]) => ({
    collection,
    id,
    version: 1,
    ...buildDocumentColumns(fields),
  }));
  await db.transaction().execute(async (transaction) => {
    for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
      await transaction
        .insertInto('document')
        .values(rows.slice(start, start + ROWS_A_STATEMENT))
        .execute();
    }
  });
}
