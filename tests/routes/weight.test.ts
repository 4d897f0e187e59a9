import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningPanel, startPanel } from '../support/panel';
import { take } from '../support/take';
import { Visitor } from '../support/visitor';

const KB = 1_000;
const client = path.resolve(import.meta.dirname, '../../build/client');
const lists = ['/countries', '/participants', '/quiz-attempts'];
let panel: RunningPanel;

beforeAll(async () => {
  panel = await startPanel({ DEMO_DATA: 'on', LOG_LEVEL: 'error' });
});
afterAll(() => panel.stop());

async function open(page: string, init?: RequestInit): Promise<Visitor> {
  const visitor = new Visitor(panel.url);
  await visitor.signIn('mwansa@panel.example', 'demo-administrator');
  await visitor.open(page, init);
  // The visitor follows a redirect to an opaque address without the headers.
  if (init) await visitor.open(new URL(visitor.url).pathname, init);
  expect(visitor.status).toBe(200);
  return visitor;
}

/** Returns the compressed size of all files of one kind that a page names. A browser fetches all of them. */
function weigh({ html }: Visitor, kind: 'js' | 'css' | 'svg'): number {
  const named = html.match(new RegExp(`/assets/[\\w.+$-]+\\.${kind}\\b`, 'g')) ?? [];
  return [...new Set(named)].reduce(
    (sum, file) => sum + gzipped(readFileSync(path.join(client, file))),
    0,
  );
}

function gzipped(content: Buffer | string): number {
  return gzipSync(content).length;
}

describe('compressed', () => {
  it.each(lists)(
    '%s is at most 175 kB of script, 15 kB of CSS and 12 kB of HTML, 190 kB in all',
    async (list) => {
      const page = await open(list);
      const [script, css, svg] = take(
        (['js', 'css', 'svg'] as const).map((kind) => weigh(page, kind)),
        3,
      );
      expect(script).toBeGreaterThan(10 * KB);
      expect(script).toBeLessThanOrEqual(175 * KB);
      expect(css).toBeGreaterThan(KB);
      expect(css).toBeLessThanOrEqual(15 * KB);
      expect(gzipped(page.html)).toBeLessThanOrEqual(12 * KB);
      expect(script + css + svg + gzipped(page.html)).toBeLessThanOrEqual(190 * KB);
    },
  );

  it.each([...lists, '/facility/edit/3', '/country/add', '/participant/view/3'])(
    '%s is at most 20 kB in all as a light page',
    async (screen) => {
      const page = await open(screen, { headers: { 'save-data': 'on' } });
      expect(weigh(page, 'js')).toBe(0);
      const rest = weigh(page, 'css') + weigh(page, 'svg');
      expect(rest + gzipped(page.html)).toBeLessThanOrEqual(20 * KB);
    },
  );

  it.each(['/country/add', '/facility/edit/3'])(
    '%s is at most 175 kB of script and 190 kB in all, the editor aside',
    async (form) => {
      const page = await open(form);
      expect(weigh(page, 'js')).toBeLessThanOrEqual(175 * KB);
      const rest = weigh(page, 'js') + weigh(page, 'css') + weigh(page, 'svg');
      expect(rest + gzipped(page.html)).toBeLessThanOrEqual(190 * KB);
    },
  );
});

// Before decision 0130, a script of the project requested the modules after the first paint.
it('a page names its style sheets before its modules, and waits for none of the modules', async () => {
  const { document, html } = await open('/participants');
  expect(html.lastIndexOf('rel="stylesheet"')).toBeLessThan(html.indexOf('rel="modulepreload"'));
  const modules = [...document.querySelectorAll('script[src], script[type=module]')];
  expect(modules.length).toBeGreaterThan(0);
  for (const module of modules) {
    expect(module.getAttribute('type')).toBe('module');
    expect(module.hasAttribute('async')).toBe(true);
  }
});
