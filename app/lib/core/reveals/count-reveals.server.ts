import { randomUUID } from 'node:crypto';
import type { StudyTables } from 'backend/db/study-tables';
import type { ExpressionBuilder } from 'kysely';
import { getStore } from '../server/store.server';
import { mustStore } from '../server/unwritable.server';
import type { SignedInUser } from '../session/user';
import { getUserKey } from '../session/user-key.server';

const HOUR_MS = 3_600_000;

/**
 * Returns the number of values that a user has revealed within the last hour, in all panels on the same database, since
 * the last reveal for which they had to prove who they are.
 */
export async function countReveals(user: SignedInUser): Promise<number> {
  const now = Date.now();
  const prefix = buildPrefix(user);
  const { count } = await (await getStore())
    .selectFrom('throttle')
    .select((eb) => eb.fn.countAll().as('count'))
    .where((eb) => startsWith(eb, prefix))
    .where('expire', '>', now)
    // A later end was written while the clock was wrong.
    .where('expire', '<=', now + HOUR_MS)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts a reveal. Each reveal has a row of its own, which the throttle deletes after it has expired. */
export async function addReveal(user: SignedInUser): Promise<void> {
  await mustStore(async () => {
    const key = buildPrefix(user) + randomUUID();
    const values = { key, points: 1, expire: Date.now() + HOUR_MS };
    await (await getStore()).insertInto('throttle').values(values).execute();
  }, 'any');
}

/** Starts to count a user's reveals anew. */
export async function resetReveals(user: SignedInUser): Promise<void> {
  const prefix = buildPrefix(user);
  await mustStore(
    async () =>
      (await getStore())
        .deleteFrom('throttle')
        .where((eb) => startsWith(eb, prefix))
        .execute(),
    'any',
  );
}

function buildPrefix(user: SignedInUser): string {
  return `reveal:${getUserKey(user)}:`;
}

function startsWith(eb: ExpressionBuilder<StudyTables, 'throttle'>, prefix: string) {
  return eb(eb.fn<string>('substr', ['key', eb.lit(1), eb.lit(prefix.length)]), '=', prefix);
}
