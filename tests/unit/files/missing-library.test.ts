import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { asksToStoreAsItIs, uncleanMessages } from '../../../shared/files/unclean-messages';
import { png } from '../../support/files';

// Other tests of this process have loaded the library.
beforeAll(() => {
  vi.resetModules();
  vi.doMock('sharp', () => {
    throw new Error("Cannot find package 'sharp'");
  });
});
afterAll(() => {
  vi.doUnmock('sharp');
  vi.resetModules();
});

it('without the library, each picture is refused with a sentence that says so and asks', async () => {
  const { cleanPicture } = await import('../../../shared/files/clean-picture');
  const cleaned = await cleanPicture(png);
  expect(cleaned).toEqual({ ok: false, error: uncleanMessages.noLibrary });
  expect(uncleanMessages.noLibrary).toContain('sharp is not installed');
  expect(asksToStoreAsItIs([uncleanMessages.noLibrary])).toBe(true);
});
