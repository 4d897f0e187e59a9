/**
 * Saves on a host whose disk has no room at all, and prints what happened as JSON. The argument is an empty folder on a
 * small file system of its own: see tests/integration/backend/full-disk.test.ts.
 */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { testKeys } from './keys';
import { openHostOn } from './open-host-on';

const [folder = ''] = process.argv.slice(2);
const filler = path.join(folder, 'filler');
const errors: string[] = [];
const { host, db, keysFilled, close } = await openHostOn({
  dataDir: path.join(folder, 'data'),
  keys: testKeys,
  timeZone: 'Africa/Lusaka',
  topic: 'study',
  panelUrl: 'https://panel.example',
  accountApproval: false,
  logError: (error) => errors.push(String(error)),
});

async function save(name: string): Promise<number> {
  const fields = { uquestion: name, udescription: 'x'.repeat(4_000), uoptions: '[]', ustatus: '1' };
  const request = new Request('http://host.test/quiz/update', {
    method: 'POST',
    body: new URLSearchParams({ uid: '0', ...fields, user: 'ann' }),
  });
  const response = await host.fetch(request);
  return (await response.json()).succeeded ? 200 : response.status;
}

async function upload(): Promise<number> {
  const body = new FormData();
  body.set('file', new File(['x'.repeat(10_000)], 'a.txt'));
  return (
    await host.fetch(new Request('http://host.test/upload/Resource', { method: 'POST', body }))
  ).status;
}

/** Writes a file until the file system has no room for another byte. */
function fill(): void {
  const file = openSync(filler, 'a');
  for (const size of [65_536, 4_096, 1])
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  closeSync(file);
}

const read = async () =>
  (await db.selectFrom('quiz').select('quiz_question').orderBy('quiz_id').execute()).map(
    ({ quiz_question }) => quiz_question,
  );

// On a full disk, the work in the background would log an error of its own.
await keysFilled;
const before = [await save('Before 1'), await save('Before 2')];
// Without this, the next saves would fit into the space of the log that SQLite has already.
await sql`pragma wal_checkpoint(truncate)`.execute(db);
fill();
const full = [await save('Full 1'), await save('Full 2'), await save('Full 3')];
const fullUpload = await upload();
const readWhileFull = await read();
rmSync(filler);
const after = await save('After');
const afterUpload = await upload();
const { rows: integrity } = await sql`pragma integrity_check`.execute(db);
const stored = await read();
await close();
process.stdout.write(
  JSON.stringify({
    before,
    full,
    fullUpload,
    readWhileFull,
    after,
    afterUpload,
    integrity,
    stored,
    errors,
  }),
);
