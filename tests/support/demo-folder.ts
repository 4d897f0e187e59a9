import { cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPanel } from './panel';

/**
 * The settings that the copied demo study depends on. A panel that a test starts with one of them, or with a key of
 * its own, fills its own folder.
 */
const DEMO_SETTINGS: readonly string[] = ['DATABASE_URL', 'FILES_DIR', 'STUDY_TIME_ZONE'];

/** Makes a data folder with the demo study. Copying this folder takes a tenth of the time of filling a new one. */
export async function makeDemoFolder(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'demo-'));
  const panel = await startPanel({ DEMO_DATA: 'on', DATA_DIR: folder, DATABASE_URL: '' });
  await panel.stop();
  return folder;
}

/**
 * Copies the demo study into the data folder of a panel that uses demo data. Does nothing if the folder is not empty or
 * if `env` has a setting that the demo study depends on.
 */
export function copyDemo(dataDir: string, env: Readonly<Record<string, string>>): void {
  const { DEMO_FOLDER } = process.env;
  if (!DEMO_FOLDER || env.DEMO_DATA !== 'on') return;
  const changesDemo = (name: string) =>
    DEMO_SETTINGS.includes(name) || name.startsWith('PANEL_KEY');
  if (Object.keys(env).some(changesDemo)) return;
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) return;
  cpSync(DEMO_FOLDER, dataDir, { recursive: true });
}
