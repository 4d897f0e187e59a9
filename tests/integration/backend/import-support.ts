import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { findImportableList } from '../../../app/lib/import/importable';
import { checkImportFile, importFile } from '../../../backend/import/import-file';
import type { ImportJob } from '../../../backend/import/import-job';
import { importTable } from '../../../backend/import/import-tables';
import { byName } from '../../../shared/db/types';
import { NOW, type startHost, TIME_ZONE } from '../../support/start-host';

type Host = Awaited<ReturnType<typeof startHost>>;

/** Returns functions that check and run the import of a file into a list. */
export function importer({ db }: Pick<Host, 'db'>) {
  const job = (list: string, content: string | Uint8Array, map?: ImportJob['names']['map']) => {
    const importable = findImportableList(list);
    const spec = importable && importTable(importable.wireName);
    if (!importable || !spec) throw new Error(`there is no list ${list}`);
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const names = { titles: importable.titles, map };
    // In small pieces, as a file comes from a disk.
    const open = () => Readable.from(pieces(bytes, 1_000));
    return { spec, open, names, timeZone: TIME_ZONE };
  };
  const by = { user: 'admin', fileName: '/home/someone/data.csv', now: NOW };
  return {
    job,
    check: (...args: Parameters<typeof job>) => checkImportFile(db, job(...args)),
    run: (...args: Parameters<typeof job>) => importFile(db, job(...args), by),
    // In the order of their ids. PostgreSQL moves a changed row to the end otherwise.
    rows: (table: string) => byName(db).selectFrom(table).selectAll().orderBy(sql`1`).execute(),
  };
}

function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}
