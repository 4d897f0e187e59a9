import { fileTypes, isImageType } from 'shared/file-types';
import { toText } from 'shared/list/values';
import { noteRows } from '../core/access/note-access.server';
import { upload } from '../core/entities/upload';
import { audit, recordFailedCall } from '../core/host/audit.server';
import { describeLoadError } from '../core/host/describe-error';
import { getFileAddress } from '../core/host/file-origins.server';
import { readListState } from '../core/list/list-state';
import { fetchPage } from '../core/list/load-list.server';
import type { SignedIn } from '../core/session/guard.server';
import type { GalleryImage } from '../core/uploads/gallery-images';

/** The fields that the response contains. */
const SENT = ['upload_id', 'upload_name'];

/** Answers with the newest images of the embedded host's gallery, from which the editor offers a choice. */
export async function loadGalleryImages({ user }: SignedIn): Promise<Response> {
  const types = Object.values(fileTypes).filter(isImageType);
  const params = types.map((type) => ['upload_type.in', type]);
  const state = readListState(upload.list, new URLSearchParams([['size', '20'], ...params]));
  const entry = {
    username: user.username,
    title: upload.title,
    action: 'View',
    description: `Viewed images of ${upload.title}`,
  } as const;
  audit(entry);
  const result = await fetchPage(upload, state);
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  if (!result.ok) {
    recordFailedCall(entry, result.error);
    const message = describeLoadError(result.error, upload.title);
    return Response.json({ message }, { status: 503, headers });
  }
  const { rows } = result.value.page;
  const sent = upload.list.columns.filter(({ field }) => SENT.includes(field));
  noteRows(user, 'List', upload, rows, sent);
  const images: GalleryImage[] = rows.map((row) => ({
    address: getFileAddress(toText(row.upload_path)),
    name: toText(row.upload_name),
  }));
  return Response.json({ images }, { headers });
}
