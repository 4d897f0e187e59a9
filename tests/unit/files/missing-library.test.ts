import { expect, it, vi } from 'vitest';
import { cleanPicture } from '../../../shared/files/clean-picture';
import { asksToStoreAsItIs, uncleanMessages } from '../../../shared/files/unclean-messages';
import { png } from '../../support/files';

vi.mock('sharp', () => {
  throw new Error("Cannot find package 'sharp'");
});

it('without the library, each picture is refused with a sentence that says so and asks', async () => {
  const cleaned = await cleanPicture(png);
  expect(cleaned).toEqual({ ok: false, error: uncleanMessages.noLibrary });
  expect(uncleanMessages.noLibrary).toContain('sharp is not installed');
  expect(asksToStoreAsItIs([uncleanMessages.noLibrary])).toBe(true);
});
