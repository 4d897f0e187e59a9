import path from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { defined } from './defined';
import { fileTypes } from './file-types';

/** The format of a file, identified by its content. */
export interface FileKind {
  /** The file extension, without the dot. */
  extension: string;
  /** The media type. */
  type: string;
}

/** The more general formats as which some formats are stored, by file extension. */
const generalFormats: Readonly<Record<string, string>> = { apng: 'png', m4v: 'mp4', '3gp': 'mp4' };

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
 * Identifies a complete file as one of the formats in `fileTypes`. The file's name is used only to distinguish
 * CSV from other text.
 */
export async function identifyFile(bytes: Uint8Array, name: string): Promise<FileKind> {
  const found = await readSignature(bytes);
  if (found && Object.hasOwn(fileTypes, found.extension)) return found;
  const extension = isText(bytes) ? getTextExtension(name) : 'bin';
  return { extension, type: defined(fileTypes[extension]) };
}

function getTextExtension(name: string): string {
  return path.extname(name).toLowerCase() === '.csv' ? 'csv' : 'txt';
}

function isText(bytes: Uint8Array): boolean {
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters do not occur in text
    return !/[\x00-\x08\x0e-\x1f]/.test(content);
  } catch {
    return false;
  }
}
