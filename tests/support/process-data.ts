import { mkdtempSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a data folder for each process, before a test imports the settings. Files of a process share it, because the
 * settings are read once.
 */
process.env.DATA_DIR ??= mkdtempSync(path.join(process.env.TEST_DATA_FOLDER ?? '', 'data-'));
