import { cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPanel } from './panel';

/**
 * The settings that the stored demo study depends on. A panel with another value for one of them fills its own
 * folder.
 */
const STORED: readonly string[] = ['DATABASE_URL', 'FILES_DIR', 'STUDY_TIME_ZONE'];

/** Makes a data folder with the demo study. Copying it takes a tenth of the time of filling a new folder. */
export async function makeDemoFolder(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'demo-'));
  const panel = await startPanel({ DEMO_DATA: 'on', DATA_DIR: folder, DATABASE_URL: '' });
  await panel.stop();
  return folder;
}

/** Copies the demo study into the empty data folder of a panel, unless its settings need another one. */
export function copyDemo(dataDir: string, env: Readonly<Record<string, string>>): void {
  const { DEMO_FOLDER } = process.env;
  if (!DEMO_FOLDER || env.DEMO_DATA !== 'on') return;
  const isOwn = (name: string) => STORED.includes(name) || name.startsWith('PANEL_KEY');
  if (Object.keys(env).some(isOwn)) return;
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) return;
  cpSync(DEMO_FOLDER, dataDir, { recursive: true });
}
