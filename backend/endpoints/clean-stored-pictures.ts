import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cleanPicture, holdsDetails, isPicture } from 'shared/files/clean-picture';
import type { Database } from '../db/types';
import { storeFile } from './uploads';

/** The number of stored pictures by what became of them. */
interface Cleaned {
  cleaned: number;
  /** The names of the files that are pictures and could not be read. */
  unreadable: string[];
  /** The names of the files in the gallery that are not in the folder. */
  missing: string[];
}

/**
 * Removes the place, the device and the time from the stored pictures that hold any, and returns what became of them.
 * Their addresses stay the same. Does not touch pictures that hold none, so that it can be repeated.
 */
export async function cleanStoredPictures(db: Database, filesDir: string): Promise<Cleaned> {
  const result: Cleaned = { cleaned: 0, unreadable: [], missing: [] };
  const uploads = await db
    .selectFrom('upload')
    .select(['upload_id', 'upload_path', 'upload_name', 'upload_sha256'])
    .orderBy('upload_id')
    .execute();
  for (const upload of uploads) {
    const file = path.basename(upload.upload_path ?? '');
    const name = upload.upload_name ?? file;
    const stored = await readFile(path.join(filesDir, file)).catch(() => undefined);
    if (!stored) {
      result.missing.push(name);
      continue;
    }
    if (!(await isPicture(stored))) continue;
    const holds = await holdsDetails(stored);
    const cleaned = holds ? await cleanPicture(stored) : ({ ok: true, value: stored } as const);
    if (!cleaned.ok) {
      result.unreadable.push(name);
      continue;
    }
    const bytes = cleaned.value;
    if (holds) {
      await storeFile(filesDir, file, bytes);
      result.cleaned += 1;
    }
    const upload_sha256 = createHash('sha256').update(bytes).digest('hex');
    // Also corrects the row of a picture that was cleaned by a run that ended before this statement.
    if (upload_sha256 !== upload.upload_sha256)
      await db
        .updateTable('upload')
        .set({ upload_size: bytes.byteLength, upload_sha256 })
        .where('upload_id', '=', upload.upload_id)
        .execute();
  }
  return result;
}
