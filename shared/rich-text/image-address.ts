/** Matches the path of an image that the embedded host has stored. */
const OWN_IMAGE = /^\/files\/[0-9a-f]{32}\.(png|jpg|gif|webp)$/;
/** Matches a path of an image below a folder: no segment begins with a dot, and there is no query. */
const IMAGE_PATH =
  /^(?:(?!\.)(?:[\w.~-]|%(?!2e|2f|5c)[0-9a-f]{2})+\/)*(?!\.)(?:[\w.~-]|%(?!2e|2f|5c)[0-9a-f]{2})+\.(?:png|jpe?g|gif|webp)$/i;
const MAX_LENGTH = 2_000;

/** The maximum length of the text alternative of an image. */
export const MAX_ALTERNATIVE = 500;

/**
 * Returns whether rich text may contain an image with this address. It must be the address of an uploaded file on the
 * embedded host, or begin with `folder`, the address of the folder of all uploads, which ends with a slash.
 */
export function isImageAddress(address: string, folder?: string): boolean {
  if (OWN_IMAGE.test(address)) return true;
  if (!folder || address.length > MAX_LENGTH || !address.startsWith(folder)) return false;
  return IMAGE_PATH.test(address.slice(folder.length));
}

/** Returns whether rich text may contain an image with these attributes. */
export function isAllowedImage(
  { src = '', alt = '' }: Readonly<Record<string, string | undefined>>,
  folder?: string,
): boolean {
  return alt.trim() !== '' && isImageAddress(src, folder);
}
