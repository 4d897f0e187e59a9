import { setImmediate } from 'node:timers/promises';
import type { FileRow } from 'backend/import/file-row';
import { openRowReader } from 'backend/import/file-rows';
import { ImportError } from 'backend/import/import-error';
import { fold } from 'shared/list/values';

/** The number of bytes that are read before other requests run. */
const PART_BYTES = 64 * 1024;

/**
 * Yields the rows of a file to import as values by field name, as a host reads them. `titles` are the names of the
 * fields by title. Leaves out unknown columns. Ends where the file is not valid: the host then refuses the file.
 */
export async function* readImportRows(
  bytes: Buffer,
  titles: Readonly<Record<string, string>>,
): AsyncGenerator<Map<string, unknown>, void> {
  const fields = new Map(Object.entries(titles).map(([title, name]) => [fold(title.trim()), name]));
  for (const name of Object.values(titles)) fields.set(name, name);
  try {
    for await (const { names, values } of readFileRows(bytes)) {
      const row = new Map<string, unknown>();
      for (const [index, title] of names.entries()) {
        const field = fields.get(title.trim()) ?? fields.get(fold(title.trim()));
        if (field !== undefined) row.set(field, values[index]);
      }
      yield row;
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
  }
}

/** Yields the rows of a file to import. Throws an ImportError where the file is not valid. */
export async function* readFileRows(bytes: Buffer): AsyncGenerator<FileRow, void> {
  const { rows } = await openRowReader(() => readParts(bytes));
  yield* rows;
}

async function* readParts(bytes: Buffer): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    yield bytes.subarray(at, at + PART_BYTES);
    await setImmediate();
  }
}
