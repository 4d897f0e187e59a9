import { fileTypeFromBuffer } from 'file-type';
import pLimit from 'p-limit';
import type { Result } from '../result';
import { cleanHeif, isHeif } from './clean-heif';
import { loadSharp } from './load-sharp';
import { uncleanMessages } from './unclean-messages';

/** The maximum number of pixels of a picture, in all of its frames together. They take up to 200 MB of memory. */
export const MAX_PIXELS = 50_000_000;
/** The maximum time, in seconds, that a picture may take. */
const MAX_SECONDS = 30;
/**
 * The quality of the new picture, of 100. At 90, differences cannot be seen, and a photograph of a phone becomes
 * smaller rather than larger.
 */
const QUALITY = 90;

/** The image formats that have no room for the place, the device or the time. */
const withoutDetails: readonly string[] = ['image/gif', 'image/bmp', 'image/x-icon'];

/** One picture at a time, because each takes much memory. The work is done by threads, so that requests go on. */
const limit = pLimit(1);

/** Returns whether a file is a picture that can hold the place, the device and the time, by its first bytes. */
export async function isPicture(head: Uint8Array): Promise<boolean> {
  if (isHeif(head)) return true;
  const found = await fileTypeFromBuffer(head);
  return found?.mime.startsWith('image/') === true && !withoutDetails.includes(found.mime);
}

/** Cleans a HEIC or AVIF picture. Returns undefined for a picture of another format. */
function cleanHeifPicture(bytes: Uint8Array): Result<Buffer, string> | undefined {
  if (!isHeif(bytes)) return undefined;
  const value = cleanHeif(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return value ? { ok: true, value } : { ok: false, error: uncleanMessages.unreadable };
}

/**
 * Returns whether a picture holds text, or details of its photograph. Returns true for a picture that cannot be read.
 */
export async function holdsDetails(bytes: Uint8Array): Promise<boolean> {
  const heif = cleanHeifPicture(bytes);
  if (heif) return !(heif.ok && heif.value.equals(bytes));
  const sharp = await loadSharp();
  const found = await sharp?.(bytes)
    .metadata()
    .catch(() => undefined);
  if (!found) return true;
  const { exif, xmp, iptc, tifftagPhotoshop, comments } = found;
  return [exif, xmp, iptc, tifftagPhotoshop, comments].some((part) => part !== undefined);
}

/**
 * Returns the picture with nothing but its pixels, in the same format, upright, and in the colours that every screen
 * shows (sRGB). It is made anew, so that no part that is unknown here remains. HEIC and AVIF, which sharp cannot write or
 * read everywhere, keep their pixels as they are. Returns the message for the user if that is not possible.
 */
export function cleanPicture(bytes: Uint8Array, load = loadSharp): Promise<Result<Buffer, string>> {
  return limit(async () => {
    const heif = cleanHeifPicture(bytes);
    if (heif) return heif;
    const sharp = await load();
    if (!sharp) return { ok: false, error: uncleanMessages.noLibrary };
    // An animated PNG would lose all frames but the first.
    const format = (await fileTypeFromBuffer(bytes))?.ext;
    try {
      // Damaged pictures are read as far as possible, as browsers do.
      const picture = sharp(bytes, {
        failOn: 'none',
        limitInputPixels: MAX_PIXELS,
        animated: format === 'webp',
      })
        .timeout({ seconds: MAX_SECONDS })
        .autoOrient();
      if (format === 'jpg')
        return { ok: true, value: await picture.jpeg({ quality: QUALITY }).toBuffer() };
      if (format === 'png') return { ok: true, value: await picture.png().toBuffer() };
      if (format === 'webp')
        return { ok: true, value: await picture.webp({ quality: QUALITY }).toBuffer() };
    } catch {
      // The message says all that the user can do.
    }
    return { ok: false, error: uncleanMessages.unreadable };
  });
}
