/**
 * Finds the browsers of the tests, and installs missing ones. They are Playwright's or the system's Chromium,
 * and w3m.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fail } from './prepare.js';

/** Chromium without windows and menus, which would take as much time as half of the tests. */
const HEADLESS = '/usr/bin/chromium-headless-shell';
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Returns the path of a browser. If there is none, installs Debian's headless Chromium if that is possible. */
export async function ensureBrowser() {
  const { chromium } = await import('@playwright/test');
  const preferred = [process.env.CHROMIUM_PATH, chromium.executablePath(), HEADLESS];
  const found = findFirst(preferred);
  if (found) return found;
  if (mayInstall()) {
    console.log('Installing Chromium from the Debian packages …');
    install('chromium-headless-shell', 'fonts-dejavu-core');
  }
  return (
    systemBrowser() ??
    fail(
      'The end-to-end tests need a Chromium: run `npx playwright install chromium`, or `apt-get install chromium` as root, and start the tests again.',
    )
  );
}

/** Installs w3m if it is missing. Ends the process with a message if it cannot be installed. */
export function ensureTextBrowser() {
  if (hasTextBrowser()) return;
  if (mayInstall()) {
    console.log('Installing w3m from the Debian packages …');
    install('w3m');
    if (hasTextBrowser()) return;
  }
  fail(
    'The tests in a browser of text need w3m: run `apt-get install w3m` as root, and start again.',
  );
}

function hasTextBrowser() {
  return spawnSync('w3m', ['-version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Returns the path of the best browser that the system's packages have installed, or undefined if there is
 * none.
 */
export function systemBrowser() {
  return findFirst([HEADLESS, ...SYSTEM]);
}

function findFirst(files) {
  return files.find((file) => file && existsSync(file));
}

function mayInstall() {
  return existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
}

function install(...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
