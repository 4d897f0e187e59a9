import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import { ensureBrowser } from '../scripts/browser.js';
import { startPanel } from '../tests/support/panel';
import { computeMedian } from './median';

/*
 * Measures how long a weak phone on a slow link takes to show pages (`npm run bench:device`). docs/performance.md
 * describes how to read the result.
 */

/** The factor by which the phone's processor is slower than the processor of this machine. */
const SLOWER = 6;
const LINK = { bitsPerSecond: 400_000, latency: 400 };
const RUNS = 3;
/** The list whose second page is measured as well. */
const LIST = '/participants';
/** The measured pages, each with the element to wait for. */
const PAGES = [
  ['list', LIST, 'tbody tr'],
  ['form', '/facility/edit/3', 'main form input:not([type=hidden])'],
  ['chat', '/discussion/chat/demo-001/transcript', 'main ol > li'],
] as const;

interface Visit {
  /** Milliseconds from the navigation's start to the frame that shows the element to wait for. */
  shown: number;
  /** Milliseconds of scripts, from the navigation until two seconds after the page is shown and the network is idle. */
  script: number;
  /** Megabytes of the scripts' heap. */
  heap: number;
  /** Kilobytes that came over the link, by kind. */
  kilobytes: Record<string, number>;
}

const panel = await startPanel({ DEMO_DATA: 'on', LOG_LEVEL: 'error' });
const browser = await chromium.launch({ executablePath: (await ensureBrowser()) ?? undefined });
try {
  console.log(
    `${SLOWER}x slower processor, ${LINK.bitsPerSecond / 1_000} kbit/s, ${LINK.latency} ms; median of ${RUNS}`,
  );
  for (const pages of ['light', 'full'] as const)
    for (const [name, path, selector] of PAGES) {
      const runs = [];
      for (let run = 0; run < RUNS; run++) runs.push(await visits(browser, pages, path, selector));
      print(`${name}, ${pages} pages`, runs);
    }
} finally {
  await browser.close();
  await panel.stop();
}

/**
 * Visits a page with an empty cache, then again in the same tab, and last in another tab. On LIST, also opens the
 * second page.
 */
async function visits(
  browser: Browser,
  pages: 'light' | 'full',
  path: string,
  selector: string,
): Promise<Visits> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    baseURL: panel.url,
  });
  try {
    await signIn(context, pages);
    const tab = await context.newPage();
    const cold = await visit(tab, path, selector);
    const warm = await visit(tab, path, selector);
    const turn = path === LIST ? await turnPage(tab, selector) : undefined;
    const newTab = await visit(await context.newPage(), path, selector);
    return { cold, warm, turn, newTab };
  } finally {
    await context.close();
  }
}

/** Signs in by requests outside of the browser's pages, so that the browser keeps only the cookies. */
async function signIn({ request }: BrowserContext, pages: 'light' | 'full'): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const form = { email: 'mwansa@panel.example', password: 'demo-administrator' };
  await request.post('/login', { form, headers });
  await request.post('/preferences', { form: { pages, to: '/home' }, headers });
}

async function visit(page: Page, path: string, selector: string): Promise<Visit> {
  const devtools = await page.context().newCDPSession(page);
  const kilobytes: Record<string, number> = {};
  const kinds = new Map<string, string>();
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other';
    kilobytes[kind] = (kilobytes[kind] ?? 0) + encodedDataLength / 1_000;
  });
  await devtools.send('Performance.enable');
  await slowDown(devtools);
  await page.addInitScript({ content: watchFor(selector) });
  await page.goto(path, { waitUntil: 'load', timeout: 60_000 });
  const shown = await page.waitForFunction(() => window.shownAfter, undefined, { timeout: 60_000 });
  // Also measures scripts that run or are fetched after the content is shown.
  await page.waitForTimeout(2_000);
  await page.waitForLoadState('networkidle', { timeout: 60_000 });
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((entry) => entry.name === name)?.value ?? 0;
  const result = {
    shown: Number(await shown.jsonValue()),
    script: metric('ScriptDuration') * 1_000,
    heap: metric('JSHeapUsedSize') / 1e6,
    kilobytes,
  };
  await devtools.detach();
  return result;
}

/** Slows the processor and the link down until the session ends. */
async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable');
  const throughput = LINK.bitsPerSecond / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINK.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Returns the milliseconds from a click on "Next page" to the frame that shows other rows. */
async function turnPage(page: Page, selector: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await slowDown(devtools);
  // With script, the document stays. Without it, the next page is a new document, whose time starts again at 0.
  const clicked = page.evaluate(turnAndWatch(selector)).catch(() => undefined);
  const [shown] = await Promise.all([clicked, page.waitForURL(/page=2/, { timeout: 60_000 })]);
  const turned = shown ?? (await (await page.waitForFunction(() => window.shownAfter)).jsonValue());
  await devtools.detach();
  return Number(turned);
}

/**
 * Returns the script that presses "Next page" and waits for other rows. The script ends without a result if the next
 * page is a new document.
 */
function turnAndWatch(selector: string): string {
  return `new Promise((resolve) => {
    const first = () => document.querySelector(${JSON.stringify(selector)})?.textContent;
    const before = first();
    const start = performance.now();
    [...document.querySelectorAll('nav a')].find((link) => link.textContent.trim() === 'Next page').click();
    requestAnimationFrame(function check() {
      if (first() === before) requestAnimationFrame(check);
      else requestAnimationFrame(() => resolve(performance.now() - start));
    });
  })`;
}

declare global {
  interface Window {
    shownAfter?: number;
  }
}

/**
 * Returns a script that stores when the element was first shown. The script requests frames, because the browser draws
 * none before the styles are loaded. The script is a text, because the compiler may change a function so that it does
 * not run in a page.
 */
function watchFor(selector: string): string {
  return `requestAnimationFrame(function check() {
    const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
    if (box && box.height > 0) requestAnimationFrame(() => (window.shownAfter ??= performance.now()));
    else requestAnimationFrame(check);
  });`;
}

interface Visits {
  cold: Visit;
  warm: Visit;
  /** Milliseconds until the second page of the list is shown. */
  turn: number | undefined;
  newTab: Visit;
}

function print(name: string, runs: Visits[]): void {
  const median = (of: (visits: Visits) => number) => computeMedian(runs.map(of));
  const kind = (wanted: string) => median(({ cold }) => cold.kilobytes[wanted] ?? 0);
  const all = median(({ cold }) => Object.values(cold.kilobytes).reduce((sum, kb) => sum + kb, 0));
  console.log(
    [
      name.padEnd(18),
      `cold ${(median(({ cold }) => cold.shown) / 1_000).toFixed(2)} s`,
      `warm ${(median(({ warm }) => warm.shown) / 1_000).toFixed(2)} s`,
      `new tab ${(median(({ newTab }) => newTab.shown) / 1_000).toFixed(2)} s`,
      ...(runs[0]?.turn === undefined
        ? []
        : [`next page ${(median(({ turn }) => turn ?? 0) / 1_000).toFixed(2)} s`]),
      `script ${(median(({ cold }) => cold.script) / 1_000).toFixed(2)} s`,
      `heap ${median(({ cold }) => cold.heap).toFixed(1)} MB`,
      `${all.toFixed(0)} kB: page ${kind('Document').toFixed(1)}, styles ${kind('Stylesheet').toFixed(1)}, scripts ${kind('Script').toFixed(1)}`,
    ].join('  '),
  );
}
