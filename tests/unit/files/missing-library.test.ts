import { expect, it } from 'vitest';
import { cleanPicture } from '../../../shared/files/clean-picture';
import { prepareSharp } from '../../../shared/files/load-sharp';
import { asksToStoreAsItIs, uncleanMessages } from '../../../shared/files/unclean-messages';
import { png } from '../../support/files';

it('without the library, each picture is refused with a sentence that says so and asks', async () => {
  const absent = '../../../node_modules/no-such-library/index.js';
  const cleaned = await cleanPicture(png, () => prepareSharp(() => import(absent)));
  expect(cleaned).toEqual({ ok: false, error: uncleanMessages.noLibrary });
  expect(uncleanMessages.noLibrary).toContain('sharp is not installed');
  expect(asksToStoreAsItIs([uncleanMessages.noLibrary])).toBe(true);
});
