import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FolderGroup } from './folders';

const CAPABILITIES = 'app/lib/';
const CORE = 'core';

const INTRODUCTION = [
  '# Folders',
  '',
  '`npm run docs` writes this page from `scripts/docs/folders.ts` and the READMEs of the capabilities; do not edit it.',
  '[architecture.md](architecture.md) shows how the parts work together.',
];

const HEAD = ['', '| Folder | What it holds |', '|---|---|'];

/**
 * Returns the text of `docs/folders.md` for the project in the folder `root`. Throws an error if a described folder does
 * not exist, and if a folder of a described parent or the README of a capability is missing.
 */
export function buildFoldersPage(root: string, groups: readonly FolderGroup[]): string {
  return [
    ...INTRODUCTION,
    ...groups.flatMap((group) => buildGroup(root, group)),
    ...['', '## Capabilities', ''],
    'Each folder holds everything of one capability but its routes. Its README has the rules, and where its data are.',
    ...HEAD,
    ...listFolders(root, CAPABILITIES)
      .filter((name) => name !== CORE)
      .map((name) => buildCapabilityRow(root, name)),
    '',
  ].join('\n');
}

function buildGroup(root: string, { title, parent, folders }: FolderGroup): string[] {
  const names = Object.keys(folders);
  const absent = names.filter((name) => !existsSync(path.join(root, name)));
  const present = parent ? listFolders(root, parent).map((name) => `${parent}${name}/`) : [];
  const undescribed = present.filter((name) => !names.includes(name));
  if (absent.length > 0 || undescribed.length > 0)
    throw new Error(
      `Correct scripts/docs/folders.ts: describe ${undescribed.join(', ') || 'nothing more'}, and remove ${absent.join(', ') || 'nothing'}`,
    );
  return [
    ...(title ? ['', `## ${title}`] : []),
    ...HEAD,
    ...Object.entries(folders).map(([name, holds]) => `| \`${name}\` | ${holds} |`),
  ];
}

function listFolders(root: string, parent: string): string[] {
  return readdirSync(path.join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Returns the row of a capability, with the paragraph below the heading of its README. */
function buildCapabilityRow(root: string, name: string): string {
  const folder = `${CAPABILITIES}${name}/`;
  const [, purpose = ''] = readFileSync(path.join(root, folder, 'README.md'), 'utf8').split('\n\n');
  return `| [\`${folder}\`](../${folder}README.md) | ${purpose.replaceAll('\n', ' ')} |`;
}
