import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Database } from '../backend/db/types';
import { readSettings } from '../shared/settings/read';
import { dataSettings } from '../shared/settings/settings';
import { readStudyDatabase } from './databases';
import { findExportIds } from './find-export-ids';
import { print } from './print';
import { readArguments } from './read-arguments';
import { UsageError } from './usage-error';

/** The maximum size of a file that is searched for an export's id. Exports have at most 512 MB. */
const MAX_BYTES = 600 * 1024 * 1024;

/**
 * Runs `npm run export:trace`: prints which export a file comes from. Finds it by the SHA-256 of the file, or else by
 * the export's id in the readme of a file that was changed.
 */
export async function run(args: string[]): Promise<void> {
  const [file, ...more] = readArguments('export:trace', args).positionals;
  if (!file || more.length > 0) throw new UsageError('Name one file', 'export:trace');
  const { sha256, content } = await readFile(file);
  const db = await readStudyDatabase(readSettings(dataSettings, process.env));
  try {
    const { trace, verdict } = await findTrace(db, sha256, content);
    print(verdict);
    print(`Export: ${trace.export_id}`);
    print(`User: ${trace.username}`);
    print(`Time: ${new Date(Number(trace.made_at)).toISOString()}`);
    print(trace.description);
  } finally {
    await db.destroy();
  }
}

/** Returns the export that a file comes from, and a sentence about the file. Throws an error if there is none. */
async function findTrace(db: Database, sha256: string, content: Buffer) {
  const traces = db.selectFrom('export_trace').selectAll();
  const [same] = await traces.where('sha256', '=', sha256).execute();
  if (same) return { trace: same, verdict: 'The file is unchanged since this export.' };
  for (const id of findExportIds(content)) {
    const [trace] = await traces.where('export_id', '=', id).execute();
    const verdict = `The file names this export, but it is not the exported file: its SHA-256 is ${sha256}. It was changed, or it is the readme.`;
    if (trace) return { trace, verdict };
  }
  throw new Error(
    `No export of this panel has the SHA-256 ${sha256}, and the file names none. The file was changed, or comes from another panel, or from a list without personal data.`,
  );
}

async function readFile(file: string): Promise<{ sha256: string; content: Buffer }> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new Error(`There is no file ${file}.`);
  if (found.size > MAX_BYTES) throw new Error(`${file} is larger than any export.`);
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    chunks.push(chunk);
  }
  return { sha256: hash.digest('hex'), content: Buffer.concat(chunks) };
}
