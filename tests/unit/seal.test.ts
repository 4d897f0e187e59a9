import { randomBytes } from 'node:crypto';
import { sealWith, unsealWith } from 'shared/keys/seal';
import { describe, expect, it } from 'vitest';

const key = randomBytes(32);
const owner = ['ann', 'participants'];

describe('sealed content', () => {
  it('does not open if it was altered, or for another owner or key', () => {
    const sealed = sealWith(key, 'a name', owner);
    expect(unsealWith([randomBytes(32)], sealed, owner)).toBeUndefined();
    expect(unsealWith([key], sealed, ['eve', 'participants'])).toBeUndefined();
    // The parts of an owner are kept apart.
    expect(unsealWith([key], sealed, ['ann,participants'])).toBeUndefined();
    const bytes = Buffer.from(sealed, 'base64');
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at] = (bytes[at] ?? 0) ^ 1;
      expect(unsealWith([key], altered.toString('base64'), owner), `byte ${at}`).toBeUndefined();
    }
    expect(unsealWith([key], bytes.subarray(0, 20).toString('base64'), owner)).toBeUndefined();
    expect(unsealWith([key], '', owner)).toBeUndefined();
  });

  it('opens with the key, and for the owner, with which it was sealed', () => {
    const sealed = sealWith(key, 'a name', owner);
    expect(sealed).not.toContain(Buffer.from('a name').toString('base64'));
    expect(unsealWith([randomBytes(32), key], sealed, owner)?.toString()).toBe('a name');
  });

  it('is another text each time', () => {
    expect(sealWith(key, 'a name', owner)).not.toBe(sealWith(key, 'a name', owner));
  });
});
