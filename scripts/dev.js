/** `npm run dev` starts the panel on demo data, and reloads it when the sources change. */
import path from 'node:path';
import { ensureInstalled, root } from './prepare.js';
import { runNode } from './run-node.js';

/**
 * The settings with addresses of other servers. Their values in .env are ignored, so that a development panel sends no
 * demo data and no mails to those servers. Values in the environment apply.
 */
const externalSettings = ['API_HOST_URL', 'DATABASE_URL', 'SMTP_URL', 'UPLOAD_URL'];

ensureInstalled();
process.exitCode = await runNode(['node_modules/@remix-run/dev/dist/cli.js', 'vite:dev'], {
  DATA_DIR: process.env.DATA_DIR || path.join(root, 'data-dev'),
  DEMO_DATA: process.env.DEMO_DATA || 'on',
  PUSH_TOPICS: process.env.PUSH_TOPICS || 'Peer Navigator=PeerNavigator',
  ...Object.fromEntries(externalSettings.map((name) => [name, process.env[name] ?? ''])),
  NODE_ENV: 'development',
});
