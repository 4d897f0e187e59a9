import path from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { defined } from '../defined';
import { fileTypes, isImageType } from '../file-types';
import { simplifyFileName } from '../form-reader/read-file';

/** The format of a file. */
export interface FileKind {
  /** The file extension, without the dot. */
  extension: string;
  /** The media type. */
  type: string;
}

/** The more general formats as which some formats are stored, by file extension. */
const generalFormats: Readonly<Record<string, string>> = { apng: 'png', m4v: 'mp4', '3gp': 'mp4' };

/** Other extensions of the formats in `fileTypes`. */
const otherExtensions: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg' };

/** Matches the extensions of other files that browsers do not run. Files keep them, and are only downloaded. */
const harmless =
  /^(md|rtf|json|geojson|tsv|log|ics|vcf|gpx|docm?|dotx?|xlsm?|xltx?|pptm?|odt|ods|odp|odg|epub|zip|7z|gz|tar|m4v|mov|webm|3gp|wav|ogg|aac|flac|heic|heif|avif|tiff?|bmp|sav|zsav|por|dta|rds|rdata|db[fc])$/;

/**
 * Identifies the format of a file by its signature, even if uploads are not stored in that format. Returns
 * undefined for a file without a signature, such as a text. Except for office documents, the first bytes of a
 * file are enough.
 */
export async function readSignature(bytes: Uint8Array): Promise<FileKind | undefined> {
  const found = await fileTypeFromBuffer(bytes);
  if (!found) return undefined;
  const extension = generalFormats[found.ext] ?? found.ext;
  return { extension, type: fileTypes[extension] ?? found.mime };
}

/**
 * Returns the format of `fileTypes` as which a file is stored. The first 4 kB are enough for all files whose names
 * have the extension of their format. Images are identified by their content alone. Any other file has the format
 * that its name states, because a text can begin like another format: a table whose first column is BMI begins like
 * a bitmap. Only a file whose name states none of the formats has that of its content.
 */
export async function identifyFile(bytes: Uint8Array, name: string): Promise<FileKind> {
  const found = await readSignature(bytes);
  const text = isText(bytes);
  if (found && isImageType(found.type) && !text) return found;
  const named = readExtension(name);
  if (Object.hasOwn(fileTypes, named) && !isImageType(defined(fileTypes[named])))
    return toKind(named);
  // Of these formats, only PDF can consist of text.
  const isFound = found && Object.hasOwn(fileTypes, found.extension);
  if (isFound && (!text || found.extension === 'pdf')) return found;
  return toKind(text ? 'txt' : 'bin');
}

/**
 * Returns the name with which a file is downloaded: its own, in which an extension that browsers could run, or that
 * states another format, is replaced by that of its format.
 */
export function buildDownloadName(name: string, { extension, type }: FileKind): string {
  const { name: stem, ext } = path.parse(simplifyFileName(name));
  const named = readExtension(name);
  const keeps = fileTypes[named] === type || (harmless.test(named) && !isImageType(type));
  return `${stem || 'file'}${keeps ? ext : `.${extension}`}`;
}

function readExtension(name: string): string {
  const extension = path.extname(name).slice(1).toLowerCase();
  return otherExtensions[extension] ?? extension;
}

function toKind(extension: string): FileKind {
  return { extension, type: defined(fileTypes[extension]) };
}

/** Returns whether the bytes are text in UTF-8. The last character may be incomplete. */
function isText(bytes: Uint8Array): boolean {
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters do not occur in text
    return !/[\x00-\x08\x0e-\x1f]/.test(content);
  } catch {
    return false;
  }
}
