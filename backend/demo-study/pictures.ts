import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 320;
const HEIGHT = 200;
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

type Color = readonly [red: number, green: number, blue: number];

const white: Color = [255, 255, 255];

/**
 * Returns a small PNG: a white cross (for a clinic) or disc (for a topic) on a colour that gets darker
 * downwards.
 */
export function makePicture(color: Color, sign: 'cross' | 'disc'): Uint8Array<ArrayBuffer> {
  const pixels = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y++) {
    // The first byte of a line is the type of its filter; 0 means no filter.
    let at = y * (1 + WIDTH * 3) + 1;
    const light = 1 - (0.35 * y) / HEIGHT;
    for (let x = 0; x < WIDTH; x++) {
      const inside = isInside(sign, Math.abs(x - WIDTH / 2), Math.abs(y - HEIGHT / 2));
      for (const part of inside ? white : color) {
        pixels[at++] = inside ? part : Math.round(part * light);
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // 8 bits per channel, and the colour type 2: red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [
    buildChunk('IHDR', header),
    buildChunk('IDAT', deflateSync(pixels)),
    buildChunk('IEND', Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]));
}

function isInside(sign: 'cross' | 'disc', x: number, y: number): boolean {
  if (sign === 'disc') return x * x + y * y < 50 * 50;
  return (x < 18 && y < 54) || (y < 18 && x < 54);
}

function buildChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
