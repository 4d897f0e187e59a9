import type { Entity } from '../entities/entity';
import { enterDurably } from '../host/audit-intents.server';
import { requireRoom } from '../host/audit-queue.server';
import type { ChangeEntry } from '../host/change-entry';
import { mustStore } from '../server/unwritable.server';

/**
 * Stores the audit entry of an export before the first row is sent, because a user who cancels the download has
 * received rows too. Throws a 503 response if the entry cannot be stored, or if too many entries are waiting to be
 * sent.
 */
export function storeEntryFirst(entry: ChangeEntry): Promise<void> {
  return mustStore(async () => {
    await requireRoom();
    await enterDurably([{ ...entry, description: entry.describe([]) }]);
  }, 'any');
}

/** The content types of files by their extensions. */
const types = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Returns a file for download. `filename` has no extension. */
export function answerFile(
  filename: string,
  body: BodyInit,
  extension: keyof typeof types = 'csv',
): Response {
  return new Response(body, {
    headers: {
      'Content-Type': types[extension],
      'Content-Disposition': `attachment; filename="${filename}.${extension}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/**
 * Returns the file name without its extension, made of the words in the list's path. Leaves out the number of a
 * phone, which identifies a person.
 */
export function buildExportName(entity: Entity): string {
  const words = entity.list.path.split('/').filter((part) => /^[a-z-]+$/.test(part));
  return words.join('-');
}
