import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const BUILD = path.join(root, 'build');
/** Below `node_modules`, so that the copy finds the packages. */
const COPY = path.join(root, 'node_modules/.cache/other-build');

/**
 * Makes a copy of the build as a newer version would be: each file for browsers has another name, and the manifest
 * another version. Returns the path of its commands. Building again would take a minute.
 */
export function makeOtherBuild(): string {
  rmSync(COPY, { recursive: true, force: true });
  cpSync(BUILD, COPY, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
  const assets = path.join(COPY, 'client/assets');
  const names = new Set(readdirSync(assets));
  const version = /"version": "(\w+)"/.exec(
    readFileSync(path.join(COPY, 'server/index.js'), 'utf8'),
  )?.[1];
  if (!version) throw new Error('the build has no version');
  for (const file of listFiles(COPY)) {
    const text = readFileSync(file, 'utf8');
    const changed = text
      .replace(/[\w.$+-]+\.(js|css|svg|woff2)\b/g, (name) =>
        names.has(name) ? `new-${name}` : name,
      )
      .replaceAll(version, 'newbuild');
    if (changed !== text) writeFileSync(file, changed);
  }
  for (const name of names) {
    const newName = `new-${name.replace(version, 'newbuild')}`;
    renameSync(path.join(assets, name), path.join(assets, newName));
  }
  return path.join(COPY, 'server/cli.js');
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.(js|css|json)$/.test(file) && statSync(file).isFile());
}
