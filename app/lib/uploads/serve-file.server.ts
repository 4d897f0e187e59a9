import { fileTypes, isImageType } from 'shared/file-types';
import { getApiHost } from '../core/host/host.server';
import { refuseMissing } from '../core/server/refuse';

/**
 * Returns a file of the embedded host as a response. The panel sets its headers, so that no file can act as a
 * page of the panel and no cache stores it. Throws a 404 response if there is no such file.
 */
export async function serveFile(name: string): Promise<Response> {
  const found = await getApiHost().file(name);
  if (!found?.ok) {
    await found?.body?.cancel();
    refuseMissing('file');
  }
  const type = found.headers.get('content-type') ?? '';
  const image = isImageType(type);
  const named = /filename\*=UTF-8''[\w%.~!$&+^`|-]+/.exec(
    found.headers.get('content-disposition') ?? '',
  )?.[0];
  return new Response(found.body, {
    headers: {
      'Content-Type': Object.values(fileTypes).includes(type) ? type : (fileTypes.bin ?? ''),
      'Content-Disposition': [image ? 'inline' : 'attachment', named].filter(Boolean).join('; '),
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}
