import { mkdtempSync } from 'node:fs';
import path from 'node:path';

/** Makes a separate data folder for each process of unit tests, before a test imports the settings. */
process.env.DATA_DIR ??= mkdtempSync(path.join(process.env.UNIT_FOLDER ?? '', 'data-'));
