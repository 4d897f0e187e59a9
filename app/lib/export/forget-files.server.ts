import { toErrorText } from 'shared/error-text';
import { log } from '../server/log.server';
import { getLockOwner } from '../server/owner.server';
import { getStore } from '../server/store.server';
import { failFile, forgetOld, STOPPED } from './export-store.server';

const FORGET_EVERY_MS = 600_000;

/** Marks files as failed whose process has ended, and deletes what has been written of them. */
export async function failAbandoned(): Promise<void> {
  const rows = await (await getStore())
    .selectFrom('exported_file')
    .select(['owner', 'token', 'runner'])
    .where('state', '=', 'making')
    .execute();
  for (const { owner, token, runner } of rows) {
    const { isAlive } = await getLockOwner();
    if (!(await isAlive(runner))) await failFile(owner, token, STOPPED);
  }
}

let timer: NodeJS.Timeout | undefined;

/** Deletes old files and parts of abandoned files now and every ten minutes. */
export function startForgettingFiles(): void {
  const forget = () =>
    forgetOld('')
      .then(failAbandoned)
      .catch((error: unknown) =>
        log.error({ error: toErrorText(error) }, 'old exported files could not be deleted yet'),
      );
  void forget();
  timer = setInterval(() => void forget(), FORGET_EVERY_MS).unref();
}

/** Stops the deletion of old files. */
export function stopForgettingFiles(): void {
  clearInterval(timer);
}
