/** The boxes of a HEIF file (ISO/IEC 23008-12) that say how its picture is put together, at the level of the file. */
const FILE_BOXES = ['ftyp', 'meta', 'mdat', 'free', 'skip'] as const;
/** The boxes below `meta` that hold others, or pictures. */
const NESTED = new Set(['iprp', 'ipco', 'iinf', 'idat']);
/** The boxes below `meta` that are kept, with the properties of pictures. Other properties may hold texts and times. */
const KEPT = new Set([
  ...['pitm', 'iref', 'iloc', 'grpl', 'ipma'],
  ...['ispe', 'pixi', 'irot', 'imir', 'clap', 'colr', 'auxC', 'pasp', 'rloc', 'lsel', 'clli'],
  ...['mdcv', 'cclv', 'hvcC', 'lhvC', 'oinf', 'tols', 'av1C', 'a1op', 'a1lx', 'avcC', 'amve'],
]);
/** The kinds of items that are pictures. */
const PICTURES = new Set(['hvc1', 'lhv1', 'av01', 'avc1', 'grid', 'iden', 'iovl', 'tmap']);
/** The maximum number of boxes in a box, of items, and of parts of items. Photographs have some hundred. */
const MAX_PARTS = 2_000;

/** The brands of the family HEIF. A file may have another one of its own, and these beside it. */
const BRANDS = new Set([
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'mif2', 'msf1'],
  ...['avif', 'avis', 'MiHB', 'MiHE', 'miaf'],
]);

class UnknownFormat extends Error {}

interface Box {
  type: string;
  /** The places at which the box, its content and the next box begin. */
  start: number;
  content: number;
  end: number;
}

/** A part of a file: where it begins, and where the next part begins. */
type Part = readonly [start: number, end: number];

/** Returns whether a file is of the family HEIF, by the brands at its beginning. */
export function isHeif(head: Uint8Array): boolean {
  const file = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 1_024));
  if (file.length < 12 || file.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(file.length, file.readUInt32BE(0));
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12 && BRANDS.has(file.toString('latin1', at, at + 4))) return true;
  return false;
}

/**
 * Returns a copy of a HEIC or AVIF file, of the same length. Only the pictures and the boxes that show them remain, with
 * the rotation and the colour profile. The bytes of all other boxes and items, such as Exif and XMP,
 * are zeros. Returns undefined if the file has other boxes at its top level, such as a sequence of pictures, or if it
 * cannot be parsed.
 */
export function cleanHeif(file: Buffer): Buffer | undefined {
  try {
    const boxes = listBoxes(file, 0, file.length);
    const meta = boxes.filter(({ type }) => type === 'meta');
    const [found] = meta;
    const areKnown = boxes.every(({ type }) => FILE_BOXES.some((known) => known === type));
    if (!found || meta.length > 1 || !areKnown) return undefined;
    const children = listBoxes(file, found.content + 4, found.end);
    const cleaned = Buffer.alloc(file.length);
    for (const box of boxes) {
      if (box.type === 'ftyp') keep(file, cleaned, [box.start, box.end]);
      else keep(file, cleaned, [box.start, box.content]);
    }
    keep(file, cleaned, [found.content, found.content + 4]);
    for (const box of children) keepChild(file, cleaned, box);
    const data = boxes.filter(({ type }) => type === 'mdat');
    for (const part of listPictureParts(file, data, children)) keep(file, cleaned, part);
    return cleaned;
  } catch (error) {
    if (error instanceof UnknownFormat || error instanceof RangeError) return undefined;
    throw error;
  }
}

function keep(file: Buffer, cleaned: Buffer, [start, end]: Part): void {
  file.copy(cleaned, start, start, end);
}

/** Keeps the header of a box with the type `free`, so that readers skip the box. */
function blank(file: Buffer, cleaned: Buffer, { start, content }: Box): void {
  keep(file, cleaned, [start, content]);
  cleaned.write('free', start + 4, 'latin1');
}

function keepChild(file: Buffer, cleaned: Buffer, box: Box): void {
  const { type, start, content, end } = box;
  // Without the names of the handler and of the items.
  if (type === 'hdlr') keep(file, cleaned, [start, Math.min(end, content + 24)]);
  else if (type === 'infe')
    keep(file, cleaned, [start, Math.min(end, findItemType(file, box) + 4)]);
  else if (KEPT.has(type)) keep(file, cleaned, [start, end]);
  else if (!NESTED.has(type)) blank(file, cleaned, box);
  else {
    keep(file, cleaned, [start, content]);
    // The pictures in `idat` are kept one by one.
    if (type === 'idat') return;
    const inner = content + (type === 'iinf' ? getHeaderLength(file, box) : 0);
    keep(file, cleaned, [content, inner]);
    for (const part of listBoxes(file, inner, end)) keepChild(file, cleaned, part);
  }
}

/** Returns the boxes between two places of a file. */
function listBoxes(file: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let start = from; start < to; ) {
    const type = file.toString('latin1', start + 4, start + 8);
    const short = file.readUInt32BE(start);
    const size = short === 1 ? readNumber(file, start + 8, 8) : short === 0 ? to - start : short;
    const content = start + (short === 1 ? 16 : 8);
    const end = start + size;
    if (end > to || end < content || boxes.length >= MAX_PARTS) throw new UnknownFormat();
    boxes.push({ type, start, content, end });
    start = end;
  }
  return boxes;
}

/** Returns the parts of a file that hold pictures. */
function listPictureParts(file: Buffer, data: readonly Box[], children: readonly Box[]): Part[] {
  const find = (type: string) => children.find((box) => box.type === type);
  const [items, places, own] = [find('iinf'), find('iloc'), find('idat')];
  if (!items || !places) throw new UnknownFormat();
  const pictures = readPictureIds(file, items);
  // Parts that overlap would take long to copy.
  let left = file.length;
  return readPlaces(file, places).flatMap(({ id, method, parts }) => {
    if (!pictures.has(id)) return [];
    if (method > 1) throw new UnknownFormat();
    const from = method === 1 ? (own?.content ?? 0) : 0;
    return parts.map(([start, end]): Part => {
      const part: Part = [from + start, from + end];
      const holders = method === 1 && own ? [own] : data;
      if (!holders.some((box) => part[0] >= box.content && part[1] <= box.end))
        throw new UnknownFormat();
      left -= end - start;
      if (left < 0) throw new UnknownFormat();
      return part;
    });
  });
}

/** Returns the ids of the items that are pictures. */
function readPictureIds(file: Buffer, { content, end }: Box): Set<number> {
  const ids = new Set<number>();
  for (const entry of listBoxes(file, content + getHeaderLength(file, { content }), end)) {
    const type = findItemType(file, entry);
    if (PICTURES.has(file.toString('latin1', type, type + 4)))
      ids.add(readNumber(file, entry.content + 4, type - entry.content - 6));
  }
  return ids;
}

/** Returns the number of bytes of `iinf` before its items. */
function getHeaderLength(file: Buffer, { content }: Pick<Box, 'content'>): number {
  return file.readUInt8(content) === 0 ? 6 : 8;
}

/** Returns the place of the type of an item. Before it are the version, the id of 2 or 4 bytes, and 2 bytes. */
function findItemType(file: Buffer, { type, content }: Box): number {
  const version = file.readUInt8(content);
  if (type !== 'infe' || version < 2 || version > 3) throw new UnknownFormat();
  return content + 4 + (version === 2 ? 2 : 4) + 2;
}

/** Returns the places of all items. The method 0 counts from the start of the file, and 1 from the content of `idat`. */
function readPlaces(file: Buffer, { content, end }: Box) {
  const version = file.readUInt8(content);
  if (version > 2) throw new UnknownFormat();
  let at = content + 4;
  const read = (size: number) => {
    if (at + size > end) throw new UnknownFormat();
    const value = readNumber(file, at, size);
    at += size;
    return value;
  };
  const sizes = read(2);
  const readSize = (shift: number) => (sizes >> shift) & 15;
  const [offset, length, base, index] = [readSize(12), readSize(8), readSize(4), readSize(0)];
  const idSize = version < 2 ? 2 : 4;
  let left = MAX_PARTS;
  const count = read(idSize);
  if (count > MAX_PARTS) throw new UnknownFormat();
  return Array.from({ length: count }, () => {
    const id = read(idSize);
    const method = version === 0 ? 0 : read(2) & 15;
    // Data in another file are not supported.
    if (read(2) !== 0) throw new UnknownFormat();
    const from = read(base);
    const parts = Array.from({ length: read(2) }, (): Part => {
      left -= 1;
      if (left < 0) throw new UnknownFormat();
      if (version > 0) read(index);
      const start = from + read(offset);
      const size = read(length);
      // A length of 0, which stands for all the rest of the file, is not supported.
      if (size === 0) throw new UnknownFormat();
      return [start, start + size];
    });
    return { id, method, parts };
  });
}

/** Reads a number of 0, 2, 4 or 8 bytes. */
function readNumber(file: Buffer, at: number, size: number): number {
  if (size === 0) return 0;
  if (size === 8) {
    const number = file.readBigUInt64BE(at);
    if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw new UnknownFormat();
    return Number(number);
  }
  if (size !== 2 && size !== 4) throw new UnknownFormat();
  return file.readUIntBE(at, size);
}
