import type { SettingGroup } from '../../shared/settings/declared';
import { readSettingGroup } from './read-settings';

const INTRODUCTION = [
  '# The settings with their defaults, or examples; `npm run docs` writes this file. Copy it to .env, which the panel',
  '# reads when it starts. All settings are optional. docs/settings.md says what each of them sets.',
];

/** Returns the text of `.env.example`: a line for each setting, which sets nothing until its `#` is removed. */
export function buildEnvExample(groups: readonly SettingGroup[]): string {
  const seen = new Set<string>();
  const lines = groups.flatMap((group) => [
    '',
    `# ${group.title}`,
    ...readSettingGroup(group)
      .filter(({ name }) => !seen.has(name) && seen.add(name))
      .map(({ name, example, preset = '' }) => `#${name}=${example ?? preset}`),
  ]);
  return [...INTRODUCTION, ...lines, ''].join('\n');
}
