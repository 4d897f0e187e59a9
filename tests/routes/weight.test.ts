import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningPanel, startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

const KB = 1_000;
const client = path.resolve(import.meta.dirname, '../../build/client');
let panel: RunningPanel;
let visitor: Visitor;

beforeAll(async () => {
  panel = await startPanel({ DEMO_DATA: 'on', LOG_LEVEL: 'error' });
  visitor = new Visitor(panel.url);
  await visitor.signIn('mwansa@panel.example', 'demo-administrator');
});
afterAll(() => panel.stop());

/** The compressed bytes of the build's files that the page fetches before anybody clicks. */
function weigh(selector: string, attribute: string): number {
  const files = [...visitor.document.querySelectorAll(selector)].map((element) =>
    element.getAttribute(attribute),
  );
  const unique = [...new Set(files)].filter((file) => file?.startsWith('/assets/'));
  expect(unique.length).toBeGreaterThan(0);
  return unique.reduce(
    (sum, file) => sum + gzipped(readFileSync(path.join(client, file ?? ''))),
    0,
  );
}

function gzipped(content: Buffer | string): number {
  return gzipSync(content).length;
}

it.each(['/countries', '/participants', '/quiz-attempts'])(
  '%s is at most 160 kB of script, 15 kB of CSS and 30 kB of HTML, compressed',
  async (list) => {
    await visitor.open(list);
    expect(visitor.status).toBe(200);
    expect(weigh('link[rel=modulepreload]', 'href')).toBeLessThanOrEqual(160 * KB);
    expect(weigh('link[rel=stylesheet]', 'href')).toBeLessThanOrEqual(15 * KB);
    expect(gzipped(visitor.html)).toBeLessThanOrEqual(30 * KB);
  },
);
