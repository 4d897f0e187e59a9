import path from 'node:path';
import { cleanStoredPictures } from '../backend/endpoints/clean-stored-pictures';
import { loadSharp } from '../shared/files/load-sharp';
import { uncleanMessages } from '../shared/files/unclean-messages';
import { readSettings } from '../shared/settings/read';
import { dataSettings } from '../shared/settings/settings';
import { withStudyDatabase } from './databases';
import { print } from './print';
import { readArguments } from './read-arguments';

/**
 * Runs `npm run pictures:clean`: removes the place, the device and the time from the pictures that the embedded host has
 * stored before the panel did so at each upload. Ends with 1 if a picture could not be read.
 */
export async function run(args: string[]): Promise<void> {
  readArguments('pictures:clean', args);
  if (!(await loadSharp())) throw new Error(uncleanMessages.noLibrary);
  const settings = readSettings(dataSettings, process.env);
  const filesDir = path.resolve(settings.FILES_DIR ?? path.join(settings.DATA_DIR, 'files'));
  await withStudyDatabase(settings, async (db) => {
    const { cleaned, unreadable, missing } = await cleanStoredPictures(db, filesDir);
    print(`Cleaned ${cleaned} ${cleaned === 1 ? 'picture' : 'pictures'}.`);
    for (const name of missing) print(`Not found in ${filesDir}: ${name}`);
    for (const name of unreadable) print(`Left as it is, because it cannot be read: ${name}`);
    if (unreadable.length > 0) process.exitCode = 1;
  });
}
