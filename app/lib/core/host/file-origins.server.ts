import { config } from '../server/config.server';
import { getApiHost } from './host.server';

/**
 * Returns the header with the token for the upload endpoint, or an empty object if there is no token. A separate upload
 * server (UPLOAD_URL) receives the API host's token only if UPLOAD_TOKEN_HEADER is set.
 */
export function getUploadTokenHeader(): Record<string, string> {
  const { UPLOAD_URL, UPLOAD_TOKEN_HEADER: header = 'authorization' } = config;
  const isForApiHost = UPLOAD_URL === undefined || config.UPLOAD_TOKEN_HEADER !== undefined;
  const token = config.UPLOAD_TOKEN ?? (isForApiHost ? config.API_HOST_TOKEN : undefined);
  if (!token) return {};
  return { [header]: header.toLowerCase() === 'authorization' ? `Bearer ${token}` : token };
}

/**
 * Returns the address of an uploaded file: the file server's base address, followed by the path from the answer to the
 * upload. If the panel has no public address, the address of a file of the embedded host is a path without an origin,
 * so that it remains valid when the port changes.
 */
export function getFileAddress(path: string): string {
  const base = config.FILES_URL ?? getApiHost().address ?? config.PUBLIC_URL ?? '';
  return `${stripTrailingSlashes(base)}/${path.replace(/^\/+/, '')}`;
}

/**
 * Returns the address of the folder of all uploads, with a slash at its end. Rich text may contain the images below it.
 */
export function getImageFolder(): string {
  const isOwn = getApiHost().conforms && !config.UPLOAD_URL;
  const folder = getFileAddress(isOwn ? 'files/' : '');
  return folder === '/' ? '/files/' : folder;
}

/**
 * Returns the origin in the addresses of files, from which pages may load images. Returns undefined if these addresses
 * are paths of the panel.
 */
export function getFilesOrigin(): string | undefined {
  const base = config.FILES_URL ?? getApiHost().address ?? config.PUBLIC_URL;
  return base && new URL(base).origin;
}

function stripTrailingSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}
