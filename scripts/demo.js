/**
 * `npm run demo` starts the panel with synthetic study data, only for this machine. `-- --reset` deletes its
 * data first.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './prepare.js';
import { runNode } from './run-node.js';

const DATA_DIR = path.join(root, 'data-demo');

/** The settings with addresses of other servers, or with the folder of files outside the data folder. */
const externalSettings = [
  ...['API_HOST_URL', 'DATABASE_URL', 'FILES_DIR', 'SMTP_URL'],
  ...['UPLOAD_URL', 'FILES_URL', 'GALLERY_URL'],
];
const ignored = ['DATA_DIR', ...externalSettings].filter((name) => process.env[name]);
if (ignored.length > 0)
  console.log(
    `The demo ignores ${ignored.join(', ')}. It keeps its data in data-demo/, which --reset deletes.`,
  );
ensureInstalled();
ensureBuilt();
if (process.argv.includes('--reset')) {
  console.log('Removing the demo data …');
  rmSync(DATA_DIR, { recursive: true, force: true });
  // The key and the checkpoints of the audit log are of no use without the data.
  rmSync(`${DATA_DIR}-keys`, { recursive: true, force: true });
}
process.exitCode = await runNode(['build/server/cli.js', 'start'], {
  HOST: '127.0.0.1',
  PORT: process.env.PORT || '3000',
  DATA_DIR,
  DEMO_DATA: 'on',
  // The name of the type cannot be its topic, because topics have no spaces.
  PUSH_TOPICS: process.env.PUSH_TOPICS || 'Peer Navigator=PeerNavigator',
  ...Object.fromEntries(externalSettings.map((name) => [name, ''])),
  FIREBASE_PROJECT_ID: '',
  PANEL_KEY: '',
  PANEL_KEY_PREVIOUS: '',
  PANEL_KEY_FILE: '',
  AUDIT_CHECKPOINT_DIR: '',
  PUBLIC_URL: '',
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
  NODE_ENV: 'production',
});
