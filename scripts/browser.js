/** Finds the browser of the end-to-end tests: Playwright's own, or the system's Chromium. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fail } from './prepare.js';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a browser; installs Debian's Chromium where there is none and it may. */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  const debian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (debian) {
    console.log('Installing Chromium from the Debian packages …');
    apt(['update', '-qq']);
    apt(['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core']);
    const installed = await findBrowser();
    if (installed) return installed;
  }
  return fail(
    'The end-to-end tests need a Chromium: run `npx playwright install chromium`, or `apt-get install chromium` as root, and start the tests again.',
  );
}

async function findBrowser() {
  const { chromium } = await import('@playwright/test');
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM].find(
    (file) => file && existsSync(file),
  );
}

function apt(args) {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
