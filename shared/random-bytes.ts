import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4_096;

let pool = Buffer.alloc(0);

/**
 * Returns random bytes for keys and nonces, as Node's `randomBytes` does. Takes the bytes from a larger block, because
 * a call of `randomBytes` takes longer than encrypting a short text. Never returns a byte twice.
 */
export function takeRandomBytes(size: number): Buffer {
  if (pool.length < size) pool = randomFillSync(Buffer.alloc(Math.max(size, POOL_BYTES)));
  const taken = Buffer.from(pool.subarray(0, size));
  pool.fill(0, 0, size);
  pool = pool.subarray(size);
  return taken;
}
