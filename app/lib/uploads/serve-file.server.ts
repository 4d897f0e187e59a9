import { isImageType } from 'shared/file-types';
import { getApiHost } from '../host/host.server';

/**
 * A file of the embedded host. Its headers are the panel's own: nothing in a file can act as a page of
 * the panel, and no cache keeps it.
 */
export async function serveFile(name: string): Promise<Response> {
  const found = await getApiHost().embedded?.file(name);
  if (!found?.ok) {
    await found?.body?.cancel();
    throw new Response('There is no such file.', { status: 404 });
  }
  const type = found.headers.get('content-type') ?? '';
  const image = isImageType(type);
  const named = /filename\*=UTF-8''[\w%.~!$&+^`|-]+/.exec(
    found.headers.get('content-disposition') ?? '',
  )?.[0];
  return new Response(found.body, {
    headers: {
      'Content-Type': image ? type : 'application/octet-stream',
      'Content-Disposition': [image ? 'inline' : 'attachment', named].filter(Boolean).join('; '),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}
