/**
 * Writes build/sbom.cdx.json, the list of all packages (a software bill of materials in the CycloneDX format), in which
 * those for development are marked. `npm run build` runs this script. It reads package-lock.json only, and needs no
 * network.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { findStatedLicence } from './licences.js';

const root = path.resolve(import.meta.dirname, '..');
const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];

const { status, stdout, stderr, error } = spawnSync('npm', args, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
if (error || status !== 0) {
  console.error(`The list of packages was not made: ${error?.message ?? stderr}`);
  process.exit(1);
}
const bom = JSON.parse(stdout);
// npm takes the name of the folder for the name of the project.
bom.metadata.component.name = 'study-panel';
for (const component of bom.components) {
  // npm takes the name under which the project imports a package for its own name. The purl has the latter.
  component.name = decodeURIComponent(
    /^pkg:npm\/(.+)@/.exec(component.purl)?.[1] ?? component.name,
  );
  const licence = findStatedLicence(component.name);
  if (!component.licenses && licence) component.licenses = [{ expression: licence }];
}
mkdirSync(path.join(root, 'build'), { recursive: true });
writeFileSync(path.join(root, 'build/sbom.cdx.json'), `${JSON.stringify(bom, undefined, 1)}\n`);
