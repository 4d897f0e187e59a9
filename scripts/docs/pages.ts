import path from 'node:path';
import { settingGroups } from '../../shared/settings/declared';
import { buildCommandsPage } from './build-commands-page';
import { buildEnvExample } from './build-env-example';
import { buildFoldersPage } from './build-folders-page';
import { buildSettingsPage } from './build-settings-page';
import { folderGroups } from './folders';

const root = path.resolve(import.meta.dirname, '../..');

/** The files that `npm run docs` writes, each with the function that builds its text. */
export const pages: readonly { file: string; build(): string }[] = [
  { file: 'docs/settings.md', build: () => buildSettingsPage(settingGroups) },
  { file: 'docs/commands.md', build: buildCommandsPage },
  { file: 'docs/folders.md', build: () => buildFoldersPage(root, folderGroups) },
  { file: '.env.example', build: () => buildEnvExample(settingGroups) },
];
