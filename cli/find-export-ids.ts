import { inflateRawSync } from 'node:zlib';

/** The signature at the start of each file in a ZIP file (APPNOTE.TXT, local file header). */
const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
/** The files of packages and workbooks that can have a readme. Spreadsheet programs move texts to `sharedStrings`. */
const WITH_README = /^(readme\.txt|xl\/sharedStrings\.xml|xl\/worksheets\/sheet3\.xml)$/;
/** The maximum size of such a file after it is decompressed. */
const MAX_TEXT = 64 * 1024 * 1024;
/** The number of ids that are looked up. A file that was not exported could have any number of them. */
const MAX_IDS = 100;

/** Returns the texts in a file that could be the id of its export. Reads ZIP files and workbooks too. */
export function findExportIds(content: Buffer): string[] {
  const texts = content.subarray(0, LOCAL_HEADER.length).equals(LOCAL_HEADER)
    ? readReadmes(content)
    : [content.subarray(0, MAX_TEXT), content.subarray(-MAX_TEXT)];
  const ids = new Set<string>();
  for (const text of texts)
    for (const [id] of text.toString('latin1').matchAll(/\b[0-9a-f]{16}\b/g)) {
      ids.add(id);
      if (ids.size === MAX_IDS) return [...ids];
    }
  return [...ids];
}

/**
 * Returns the files of a ZIP file that can have a readme. Goes through the headers of its files, so that it can also
 * read a file whose end is missing.
 */
function* readReadmes(zip: Buffer): Generator<Buffer> {
  for (let at = 0; at !== -1; at = zip.indexOf(LOCAL_HEADER, at + LOCAL_HEADER.length)) {
    if (at + 30 > zip.length) return;
    const nameLength = zip.readUInt16LE(at + 26);
    const name = zip.toString('utf8', at + 30, at + 30 + nameLength);
    if (!WITH_README.test(name)) continue;
    const data = zip.subarray(at + 30 + nameLength + zip.readUInt16LE(at + 28));
    const isDeflated = zip.readUInt16LE(at + 8) === 8;
    try {
      yield isDeflated
        ? inflateRawSync(data, { maxOutputLength: MAX_TEXT })
        : data.subarray(0, MAX_TEXT);
    } catch {
      // The part of the file is damaged. Another part may have the id too.
    }
  }
}
