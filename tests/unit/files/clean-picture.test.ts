import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import {
  cleanPicture,
  holdsDetails,
  isPicture,
  MAX_PIXELS,
} from '../../../shared/files/clean-picture';
import { asksToStoreAsItIs, uncleanMessages } from '../../../shared/files/unclean-messages';

const root = path.resolve(import.meta.dirname, '../../..');
const photo = readFileSync(path.join(root, 'tests/fixtures/photo-with-place.jpg'));

const exif = {
  IFD0: { Make: 'Made-up phone', DateTime: '2026:06:02 10:00:00' },
  IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '15/1 24/1 59/1' },
};

/** Returns a picture that is red on the left and blue on the right, 40 by 20 pixels. */
function draw() {
  const half = { width: 20, height: 20, channels: 3 } as const;
  return sharp({ create: { ...half, background: 'red' } })
    .extend({ right: 20, background: 'blue' })
    .withExif(exif)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Made-up phone</x:xmpmeta>');
}

async function clean(bytes: Buffer): Promise<Buffer> {
  const cleaned = await cleanPicture(bytes);
  if (!cleaned.ok) throw new Error(cleaned.error);
  return cleaned.value;
}

/** Returns a PNG chunk without a valid checksum. */
function makeChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

it('a photograph of a phone has no place and no device afterwards', async () => {
  expect(photo.includes('Made-up phone')).toBe(true);
  expect(await holdsDetails(photo)).toBe(true);
  const cleaned = await clean(photo);
  expect(cleaned.includes('Made-up phone')).toBe(false);
  expect(cleaned.includes('Exif')).toBe(false);
  expect(await holdsDetails(cleaned)).toBe(false);
});

it.each(['jpeg', 'png', 'webp'] as const)(
  'a %s is upright and has nothing but its pixels',
  async (format) => {
    const original = await draw()
      .withMetadata({ orientation: 6 })
      .withExif({ ...exif, IFD0: { ...exif.IFD0, Orientation: '6' } })
      .toFormat(format)
      .toBuffer();
    expect(original.includes('Made-up phone')).toBe(true);
    const before = await sharp(original).metadata();
    expect([before.orientation, before.width, before.height]).toEqual([6, 40, 20]);
    const cleaned = await clean(original);
    const after = await sharp(cleaned).metadata();
    expect([after.format, after.orientation, after.width, after.height]).toEqual([
      format,
      undefined,
      20,
      40,
    ]);
    expect([after.exif, after.xmp, after.icc, after.space]).toEqual([
      undefined,
      undefined,
      undefined,
      'srgb',
    ]);
    expect(cleaned.includes('Made-up phone')).toBe(false);
    // What was on the left is at the top after a turn to the right.
    const { data } = await sharp(cleaned).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(data[(5 * 20 + 10) * 3]).toBeGreaterThan(200);
    expect(data[(35 * 20 + 10) * 3]).toBeLessThan(50);
  },
);

it('a video behind a photograph does not remain', async () => {
  const original = Buffer.concat([
    await draw().jpeg().toBuffer(),
    Buffer.from('ftypmp42 -15.4166+028.2833/'),
  ]);
  expect((await clean(original)).includes('-15.4166')).toBe(false);
});

it('a comment of a JPEG does not remain', async () => {
  const plain = await draw().jpeg().toBuffer();
  const text = Buffer.from('Plot 7, Kafue Road');
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
  const original = Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2)]);
  expect((await clean(original)).includes('Kafue')).toBe(false);
});

it('other colours than those of screens become those of screens', async () => {
  const wide = await draw().withIccProfile('p3').png().toBuffer();
  expect((await sharp(wide).metadata()).icc).toBeDefined();
  expect((await sharp(await clean(wide)).metadata()).icc).toBeUndefined();
  const print = await draw().toColourspace('cmyk').jpeg().toBuffer();
  expect((await sharp(await clean(print)).metadata()).space).toBe('srgb');
});

it('an animated WebP keeps its frames', async () => {
  const frames = Buffer.alloc(10 * 30 * 3, 40).fill(200, 10 * 10 * 3);
  const raw = { width: 10, height: 30, channels: 3, pageHeight: 10 } as const;
  const original = await sharp(frames, { raw })
    .webp({ loop: 0, delay: [100, 200, 300] })
    .toBuffer();
  const before = await sharp(original, { animated: true }).metadata();
  const after = await sharp(await clean(original), { animated: true }).metadata();
  expect([after.pages, after.delay]).toEqual([before.pages, before.delay]);
});

it('a damaged photograph keeps what a browser would show of it', async () => {
  const original = await draw().jpeg().toBuffer();
  const cleaned = await clean(original.subarray(0, original.length - 20));
  expect((await sharp(cleaned).metadata()).width).toBe(40);
});

const avif = await draw().avif({ effort: 0 }).toBuffer();

/** Returns the AVIF with the marks of a HEIC, which has the same boxes. */
function toHeic(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace('ftypavif', 'ftypheic'), 'latin1');
}

it.each([
  ['an AVIF', avif],
  ['a HEIC', toHeic(avif)],
])('%s keeps its pixels, and has no place and no device afterwards', async (_what, original) => {
  expect(original.includes('Made-up phone')).toBe(true);
  expect(await holdsDetails(original)).toBe(true);
  const cleaned = await clean(original);
  expect([cleaned.length, cleaned.includes('Made-up phone')]).toEqual([original.length, false]);
  expect(await holdsDetails(cleaned)).toBe(false);
  // The panel never reads these formats.
  sharp.unblock({ operation: ['VipsForeignLoadHeifBuffer'] });
  const read = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
  expect(await read(cleaned)).toEqual(await read(original));
});

it('a property with a text, and what follows the pixels of an AVIF, do not remain', async () => {
  const described = Buffer.from(avif.toString('latin1').replace('pixi', 'udes'), 'latin1');
  const rest = Buffer.from('\0\0\0\x12skipKafue Road', 'latin1');
  const cleaned = await clean(Buffer.concat([described, rest]));
  expect(['udes', 'Kafue'].filter((text) => cleaned.includes(text))).toEqual([]);
});

/** Returns a box of a HEIF file. */
function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const bytes = Buffer.concat(content.map((one) => Buffer.from(one as string, 'latin1')));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, bytes]);
}

/** Returns a HEIC of one item, named Jane, whose data are in these parts of the content of `mdat`. */
function makeHeic(parts: readonly [from: number, length: number][], brand = 'heic'): Buffer {
  const build = (mdat: number) => {
    const places = Buffer.alloc(14 + 8 * parts.length);
    places.writeUInt16BE(0x4400, 4);
    places.writeUInt16BE(1, 6);
    places.writeUInt16BE(1, 8);
    places.writeUInt16BE(parts.length, 12);
    for (const [n, [from, length]] of parts.entries()) {
      places.writeUInt32BE(Math.max(0, mdat + from), 14 + 8 * n);
      places.writeUInt32BE(length, 18 + 8 * n);
    }
    const item = box('infe', '\x02\0\0\0\0\x01\0\0hvc1Jane\0');
    return Buffer.concat([
      box('ftyp', brand, '\0\0\0\0mif1heic'),
      box('meta', '\0\0\0\0', box('iinf', '\0\0\0\0\0\x01', item), box('iloc', places)),
      box('mdat', 'pixels and Kafue Road'),
    ]);
  };
  return build(build(0).indexOf('pixels'));
}

it.each(['heic', 'MiHB', 'isom'])('a HEIC of the brand %s keeps only its pixels', async (brand) => {
  const original = makeHeic([[0, 6]], brand);
  expect(await isPicture(original)).toBe(true);
  const cleaned = await clean(original);
  expect(['pixels', 'Kafue', 'Jane'].map((text) => cleaned.includes(text))).toEqual([
    true,
    false,
    false,
  ]);
});

it.each([
  ['overlap, which would take long to copy', Array(500).fill([0, 21])],
  ['are outside of its data', [[-30, 20]]],
  ['end after the file', [[0, 22]]],
  ['are more than any photograph has', Array(2_001).fill([0, 1])],
] as [string, [number, number][]][])(
  'a HEIC whose parts %s is not cleaned',
  async (_what, parts) => {
    expect((await cleanPicture(makeHeic(parts))).ok).toBe(false);
  },
);

it('an altered HEIC is cleaned or refused, and never longer or shorter', async () => {
  const heic = toHeic(avif);
  await fc.assert(
    fc.asyncProperty(fc.nat(400), fc.nat(255), fc.nat(heic.length), async (at, byte, length) => {
      const altered = Buffer.from(heic.subarray(0, Math.max(24, length)));
      altered[24 + (at % Math.max(1, altered.length - 24))] = byte;
      const cleaned = await cleanPicture(altered);
      if (cleaned.ok) expect(cleaned.value.length).toBe(altered.length);
      else expect(cleaned.error).toBe(uncleanMessages.unreadable);
    }),
  );
});

const png = await draw().png().toBuffer();
it.each([
  ['the beginning of a HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ['a TIFF', await draw().tiff().toBuffer()],
  [
    'an AVIF with a part that is unknown here',
    Buffer.concat([avif, Buffer.from('\0\0\0\x0cmoovKafu', 'latin1')]),
  ],
  ['an AVIF whose end is missing', avif.subarray(0, avif.length - 1)],
  [
    'an animated PNG, of which only one frame would remain',
    Buffer.concat([png.subarray(0, 33), makeChunk('acTL', Buffer.alloc(8)), png.subarray(33)]),
  ],
  ['the beginning of a JPEG', photo.subarray(0, 30)],
  [
    'a picture of too many pixels',
    await sharp({
      create: { width: 10_000, height: MAX_PIXELS / 10_000 + 1, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer(),
  ],
])('%s is not cleaned: the user is asked', async (_what, bytes) => {
  expect(await isPicture(bytes)).toBe(true);
  const cleaned = await cleanPicture(bytes);
  expect(cleaned).toEqual({ ok: false, error: uncleanMessages.unreadable });
  expect(asksToStoreAsItIs([uncleanMessages.unreadable])).toBe(true);
});

it.each([
  ['a GIF, which has no room for a place', Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1')],
  ['a text that begins like a bitmap', readFileSync(path.join(root, 'tests/fixtures/bmi.csv'))],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
])('%s is no picture to clean', async (_what, bytes) => {
  expect(await isPicture(bytes)).toBe(false);
});

it('other work goes on while a photograph is cleaned', async () => {
  const noise = Buffer.alloc(3_000 * 2_000 * 3).map((_, at) => (at * 2_654_435_761) >>> 13);
  const raw = { width: 3_000, height: 2_000, channels: 3 } as const;
  const original = await sharp(noise, { raw }).jpeg({ quality: 95 }).toBuffer();
  let longest = 0;
  const start = performance.now();
  let last = start;
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  await clean(original);
  clearInterval(timer);
  // If the work were done here, one pause would take all the time.
  expect(longest).toBeLessThan((performance.now() - start) / 2);
});
