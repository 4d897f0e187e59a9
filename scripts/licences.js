/**
 * Writes docs/licences.md with the licence of each package in package-lock.json. After a change of the packages, run
 * `npm run licences`. `tests/unit/licences.test.ts` fails while the page is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
export const page = path.join(root, 'docs/licences.md');

/**
 * The licences of packages for which the lock file has none. npm writes none for programs of other platforms, which are
 * parts of the named packages. The others state theirs in an old form or in their README.
 */
const STATED = [
  { name: /^@biomejs\/cli-/, licence: 'MIT OR Apache-2.0' },
  { name: /^@rollup\/rollup-/, licence: 'MIT' },
  { name: /^(eval|format|limiter|require-like)$/, licence: 'MIT' },
];

/** Returns the licence that this file states for a package without one in the lock file, or undefined. */
export function findStatedLicence(name) {
  return STATED.find((stated) => stated.name.test(name))?.licence;
}

/** Returns the text of the page for the contents of a lock file. Throws an error for a package without a licence. */
export function buildLicences(lock) {
  const packages = Object.entries(lock.packages)
    .filter(([folder, { link }]) => folder !== '' && !link)
    .map(([folder, entry]) => readPackage(folder, entry));
  const [run, develop] = [packages.filter(({ dev }) => !dev), packages.filter(({ dev }) => dev)];
  return [
    '# Licences of the packages',
    '',
    '`npm run licences` writes this page from `package-lock.json`; do not edit it. A package is listed once for each of its',
    'versions. Programs for other platforms are included, although npm installs only those for the machine.',
    '',
    ...buildSection('Packages that the panel runs with', run),
    ...buildSection('Packages for development and tests only', develop),
  ].join('\n');
}

function readPackage(folder, { name, version, license, dev = false }) {
  const own = name ?? folder.split('node_modules/').at(-1);
  const licence = license ?? findStatedLicence(own);
  if (!licence)
    throw new Error(
      `${own} ${version} names no licence: find it, and add it to scripts/licences.js`,
    );
  return { label: `${own} ${version}`, licence, dev };
}

function buildSection(title, packages) {
  const sorted = [...groupByLicence(packages)].sort(([a, some], [b, others]) =>
    some.length === others.length ? compare(a, b) : others.length - some.length,
  );
  const parts = sorted.flatMap(([licence, members]) => {
    const labels = [...new Set(members.map(({ label }) => label))].sort(compare);
    return [`### ${licence} (${labels.length})`, '', labels.join(', '), ''];
  });
  return [`## ${title}`, '', ...parts];
}

function groupByLicence(packages) {
  const groups = new Map();
  for (const entry of packages)
    groups.set(entry.licence, [...(groups.get(entry.licence) ?? []), entry]);
  return groups;
}

/** Compares by code units, which gives the same order on every machine. */
function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  writeFileSync(page, buildLicences(lock));
}
