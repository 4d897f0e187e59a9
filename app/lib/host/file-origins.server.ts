import { config } from '../server/config.server';
import { getApiHost } from './host.server';

/**
 * Returns the header with the token for the upload end point. A server of its own (UPLOAD_URL) gets the API
 * host's token only when UPLOAD_TOKEN_HEADER says in which header.
 */
export function uploadToken(): Record<string, string> {
  const { UPLOAD_URL, UPLOAD_TOKEN_HEADER: header = 'authorization' } = config;
  const isForApiHost = UPLOAD_URL === undefined || config.UPLOAD_TOKEN_HEADER !== undefined;
  const token = config.UPLOAD_TOKEN ?? (isForApiHost ? config.API_HOST_TOKEN : undefined);
  if (!token) return {};
  return { [header]: header.toLowerCase() === 'authorization' ? `Bearer ${token}` : token };
}

/**
 * The address of an uploaded file: the file server's base and the path that the upload was answered
 * with. Files of the embedded host are addressed by path where the panel has no public address, so
 * that they are found again on another port.
 */
export function getFileAddress(path: string): string {
  const base = config.FILES_URL ?? getApiHost().address ?? config.PUBLIC_URL ?? '';
  return `${stripAddress(base)}/${path.replace(/^\/+/, '')}`;
}

/** The file server's origin, whose images the pages may show; undefined when it is the panel. */
export function getFilesOrigin(): string | undefined {
  const base = config.FILES_URL ?? getApiHost().address ?? config.PUBLIC_URL;
  return base && new URL(base).origin;
}

function stripAddress(url: string): string {
  return url.replace(/\/+$/, '');
}
