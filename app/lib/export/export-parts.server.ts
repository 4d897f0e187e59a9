import { config } from '../core/server/config.server';
import { getStore } from '../core/server/store.server';
import { exportJobs } from './export-store.server';

/** The minimum size in bytes of the parts in which a file is stored. Only the last part of a file may be smaller. */
export const PART_BYTES = 256 * 1024;

const { seal, unseal } = exportJobs.sealer;

/** Stores a part of a file, encrypted. Throws an error if the file has been deleted. */
export async function storePart(owner: string, token: string, n: number, part: Buffer) {
  const content = seal(part, [owner, token, 'part', String(n)]);
  const row = { token, n, content, outcome: null, note: null };
  await (await getStore()).insertInto('job_part').values(row).execute();
}

/**
 * Returns whether the stored files of all users have reached the limit, EXPORT_STORE_MB. Counts each part as
 * PART_BYTES, its minimum size.
 */
export async function isStoreFull(): Promise<boolean> {
  const { parts } = await (await getStore())
    .selectFrom('job_part')
    .innerJoin('job', 'job.token', 'job_part.token')
    .select(({ fn }) => fn.countAll<number>().as('parts'))
    .where('job.kind', '=', exportJobs.name)
    .executeTakeFirstOrThrow();
  return Number(parts) * PART_BYTES >= config.EXPORT_STORE_MB * 1024 * 1024;
}

/** Yields the parts of a file. Throws an error if a part is missing or was altered. */
export async function* readFileParts(owner: string, token: string, bytes: number) {
  let rest = bytes;
  for (let n = 0; rest > 0; n += 1) {
    const row = await (await getStore())
      .selectFrom('job_part')
      .select('content')
      .where('token', '=', token)
      .where('n', '=', n)
      .executeTakeFirst();
    const part = row && unseal(row.content, [owner, token, 'part', String(n)]);
    if (!part) throw new Error('a part of an exported file is missing');
    rest -= part.length;
    yield part;
  }
}
