/**
 * Measures the time in which the server renders a list, and the time for the same markup as plain React elements
 * (`npm run bench:render`).
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import tsconfigPaths from 'vite-tsconfig-paths';
import { computeMedian } from './median';
import { makePlain } from './render/plain';

const WARM_UP_CALLS = 300;
const ROUNDS = 40;
const CALLS_PER_ROUND = 25;

const root = path.resolve(import.meta.dirname, '..');
const outDir = path.join(root, 'build/bench');

process.env.NODE_ENV = 'production';
await build({
  root,
  configFile: false,
  logLevel: 'error',
  plugins: [tsconfigPaths()],
  ssr: { noExternal: ['mantine-datatable', '@mantine/core'] },
  build: {
    ssr: path.join(root, 'bench/render/list.tsx'),
    outDir,
    target: 'node20',
    assetsInlineLimit: 0,
  },
});
const { renderList, listMarkup } = (await import(
  pathToFileURL(path.join(outDir, 'list.js')).href
)) as typeof import('./render/list');

const markup = listMarkup();
const plain = makePlain(markup);
if (plain.markup() !== markup) throw new Error('The plain elements do not make the same markup.');

const [panelTime = Number.NaN, plainTime = Number.NaN] = measure(renderList, plain.render);
const ratio = panelTime / plainTime;
console.log(`A list of 10 rows and 10 columns, ${(markup.length / 1_000).toFixed(0)} kB of HTML:`);
console.log(`  as the panel renders it   ${panelTime.toFixed(2)} ms`);
console.log(`  as plain React elements   ${plainTime.toFixed(2)} ms`);
console.log(`  ratio                     ${ratio.toFixed(2)}`);

/** Returns the median milliseconds of each function. Calls the functions in turn, so that other load slows all. */
function measure(...works: (() => string)[]): number[] {
  for (const work of works) for (let i = 0; i < WARM_UP_CALLS; i++) work();
  const rounds = works.map((work) => ({ work, times: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { work, times } of rounds) {
      const start = performance.now();
      for (let i = 0; i < CALLS_PER_ROUND; i++) work();
      times.push((performance.now() - start) / CALLS_PER_ROUND);
    }
  }
  return rounds.map(({ times }) => computeMedian(times));
}
