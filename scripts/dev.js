/** `npm run dev` starts the panel on demo data, and reloads it when the sources change. */
import path from 'node:path';
import { ensureInstalled, root, run } from './prepare.js';

ensureInstalled();
run('npx', ['--no-install', 'remix', 'vite:dev'], {
  DATA_DIR: process.env.DATA_DIR || path.join(root, 'data-dev'),
  DEMO_DATA: process.env.DEMO_DATA || 'on',
  PUSH_TOPICS: process.env.PUSH_TOPICS || 'Peer Navigator=PeerNavigator',
  NODE_ENV: 'development',
});
