import { isImageType } from 'shared/file-types';
import { buildDownloadName, identifyFile } from 'shared/files/identify-file';
import type { Result } from 'shared/result';
import type { UploadSpec } from '../entities/form-field';

/** The number of bytes at the start of a file that are enough to identify its type. */
export const HEAD_BYTES = 4_100;

type CheckedFile = Result<{ name: string; type: string }, string>;

/**
 * Identifies a file by its first bytes and its name, and checks whether the field accepts it. Returns the file's media
 * type, and its name without an extension that browsers could run.
 */
export async function checkUpload(
  head: Uint8Array,
  name: string,
  { accepts, content }: UploadSpec,
): Promise<CheckedFile> {
  if (head.byteLength === 0) {
    return { ok: false, error: 'The file is empty. Please choose another one' };
  }
  const kind = await identifyFile(head, name);
  if (accepts === 'image' && !isImageType(kind.type)) {
    return { ok: false, error: `The ${content} must be a PNG, JPEG, GIF or WebP file` };
  }
  // A quotation mark would end the name in the header of the part.
  return {
    ok: true,
    value: { name: buildDownloadName(name.replaceAll('"', ''), kind), type: kind.type },
  };
}
