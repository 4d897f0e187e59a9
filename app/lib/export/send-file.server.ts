import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { findList } from '../access/find-list.server';
import { logBreakOff } from '../list/csv-body.server';
import { storeEntryFirst } from '../list/export-file.server';
import { refuseExport } from '../list/refuse-export.server';
import type { SignedIn } from '../session/guard.server';
import { formats } from './export-format';
import { readParts } from './export-parts.server';
import { requireFile } from './load-file.server';

/**
 * Returns a response with a file that the user has exported, or with its readme. Each download of the file has an audit
 * entry. Throws a 404 response if there is no such file, and a 403 response if the user may no longer see the list.
 */
export async function sendFile(
  signedIn: SignedIn,
  token: string,
  part: string,
  applyBackpressure: () => Promise<void> = async () => {},
): Promise<Response> {
  const file = await requireFile(signedIn, token);
  const { path, list, owner, filename, format, exportId, result } = file;
  const entity = await findList(signedIn, path);
  if (!entity || !result || 'failure' in result || !['data', 'readme'].includes(part))
    throw new Response('There is no such file.', { status: 404 });
  await refuseExport(signedIn, entity, file.isFull);
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
  const { readme, bytes } = result;
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
    for await (const part of readParts(owner, token, bytes)) {
      await applyBackpressure();
      yield part;
    }
  }
  const content = Readable.from(read(), { highWaterMark: 1 });
  content.on('error', (error: unknown) => logBreakOff(list, error));
  return answer(createReadableStreamFromReadable(content), filename, formats[format].type, bytes);
}
