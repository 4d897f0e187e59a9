import path from 'node:path';
import { isImageType } from 'shared/file-types';
import { simplifyFileName } from 'shared/form-reader/read-file';
import { readSignature } from 'shared/identify-file';
import type { Result } from 'shared/result';
import type { UploadSpec } from '../entities/form-field';

/** The number of bytes at the start of a file that are enough to identify its type. */
export const HEAD_BYTES = 4_100;

/**
 * The extensions of container formats, which several types of files share. For these, the extension in the file's name
 * is used.
 */
const containers: readonly string[] = ['zip', 'cfb', 'xml'];

/** Matches the extensions of files that browsers do not run. Any other extension is replaced by `.bin`. */
const harmless =
  /^\.(txt|csv|md|rtf|json|docx?|xlsx?|pptx?|odt|ods|odp|epub|zip|pdf|mp3|mp4|m4a|wav|ogg)$/;

export type CheckedFile = Result<{ name: string; type: string }, string>;

/**
 * Identifies a file by its first bytes, and checks whether the field accepts it. Returns the file's media type,
 * and its name with an extension that fits the content.
 */
export async function checkFile(
  head: Uint8Array,
  name: string,
  { accepts, content }: UploadSpec,
): Promise<CheckedFile> {
  if (head.byteLength === 0) {
    return { ok: false, error: 'The file is empty. Please choose another one' };
  }
  const found = await readSignature(head);
  if (accepts === 'image' && !(found && isImageType(found.type))) {
    return { ok: false, error: `The ${content} must be a PNG, JPEG, GIF or WebP file` };
  }
  const { name: stem, ext } = path.parse(simplifyFileName(name).replaceAll('"', ''));
  const known = found && !containers.includes(found.extension);
  const ending = known ? `.${found.extension}` : harmless.test(ext.toLowerCase()) ? ext : '.bin';
  return {
    ok: true,
    value: {
      name: `${stem || 'file'}${ending}`,
      type: found?.type ?? 'application/octet-stream',
    },
  };
}
