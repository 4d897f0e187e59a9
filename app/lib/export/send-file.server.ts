import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { findList } from '../core/access/find-list.server';
import { logBreakOff } from '../core/list/csv-body.server';
import { storeEntryFirst } from '../core/list/export-file.server';
import { refuseExport } from '../core/list/refuse-export.server';
import { refuseMissing } from '../core/server/refuse';
import type { SignedIn } from '../core/session/guard.server';
import { formats } from './export-format';
import { readFileParts } from './export-parts.server';
import { requireFile } from './load-file.server';

/**
 * Returns a response with a file that the user has exported, or with its readme. Each download of the file has an audit
 * entry. Throws a 404 response if there is no such file, and a 403 response if the user may no longer see the list.
 */
export async function sendExportedFile(
  signedIn: SignedIn,
  token: string,
  part: string,
  applyBackpressure: () => Promise<void> = async () => {},
): Promise<Response> {
  const file = await requireFile(signedIn, token);
  const { owner, result } = file;
  const { path, list, filename, format, exportId, isFull } = file.content;
  const entity = await findList(signedIn, path);
  if (!entity || !result?.ok || !['data', 'readme'].includes(part)) refuseMissing('file');
  await refuseExport(signedIn, entity, isFull);
  const answer = (body: BodyInit, name: string, type: string, bytes: number) =>
    new Response(body, {
      headers: {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${name}"`,
        'Content-Length': String(bytes),
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  const { readme, bytes } = result.value;
  if (part === 'readme') {
    const name = `${filename.replace(/\.[a-z]+$/, '')}-readme.txt`;
    return answer(readme, name, 'text/plain; charset=utf-8', Buffer.byteLength(readme));
  }
  const { username } = signedIn.user;
  const what = `export ${exportId} of ${list}`;
  await storeEntryFirst({
    ...{ username, title: entity.title, action: 'Export', attempt: `Downloading ${what}` },
    describe: () => `Downloaded ${what}`,
  });
  async function* read() {
    for await (const part of readFileParts(owner, token, bytes)) {
      await applyBackpressure();
      yield part;
    }
  }
  const content = Readable.from(read(), { highWaterMark: 1 });
  content.on('error', (error: unknown) => logBreakOff(list, error));
  return answer(createReadableStreamFromReadable(content), filename, formats[format].type, bytes);
}
