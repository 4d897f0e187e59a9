import { mkdtempSync } from 'node:fs';
import path from 'node:path';

/** Gives each process of unit tests a data folder of its own, before a test imports the settings. */
process.env.DATA_DIR ??= mkdtempSync(path.join(process.env.UNIT_FOLDER ?? '', 'data-'));
