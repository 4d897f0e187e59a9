import { createHash } from 'node:crypto';
import type { DemoDates } from 'shared/demo/dates';
import type { Chance } from 'shared/demo/random';
import type { Database } from '../db/types';
import { storeFile } from '../endpoints/uploads';
import { makePicture } from './pictures';
import { makers } from './users';

/**
 * The tables whose records get pictures: every third facility and every fourth resource, until each colour has
 * been used once.
 */
const pictured = [
  { table: 'facility', every: 3, sign: 'cross', name: 'clinic' },
  { table: 'resource', every: 4, sign: 'disc', name: 'topic' },
] as const;

const colors = [
  [13, 110, 99],
  [30, 96, 160],
  [142, 68, 120],
  [180, 95, 20],
] as const;

/** Stores pictures as uploads, and sets them as the thumbnails of some facilities and resources. */
export async function fillFiles(
  db: Database,
  { chance, dates, filesDir }: { chance: Chance; dates: DemoDates; filesDir: string },
): Promise<void> {
  for (const { table, every, sign, name } of pictured) {
    for (const [index, color] of colors.entries()) {
      const bytes = makePicture(color, sign);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const file = `${sha256.slice(0, 32)}.png`;
      await storeFile(filesDir, file, bytes);
      await db
        .insertInto('upload')
        .values({
          upload_name: `${name}-${index + 1}.png`,
          upload_path: `/files/${file}`,
          upload_type: 'image/png',
          upload_size: bytes.byteLength,
          upload_sha256: sha256,
          upload_createuser: chance.pick(makers),
          upload_createdate: dates.getDaysBefore(200 - 20 * index),
        })
        .execute();
      await db
        .updateTable(table)
        .set({ [`${table}_thumbnailUrl`]: `/files/${file}` })
        .where(`${table}_id`, '=', every * (index + 1))
        .execute();
    }
  }
}
