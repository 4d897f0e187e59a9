import type { SettingGroup } from '../../shared/settings/declared';
import { hostObject } from '../../shared/settings/settings';
import { type DescribedSetting, readSettingGroup } from './read-settings';

const INTRODUCTION = [
  '# Settings',
  '',
  '`npm run docs` writes this page from the declarations in `shared/settings/`; do not edit it.',
  '',
  'Settings come from the environment, or from a file `.env` in the working folder; `.env.example` has all of them. All',
  'settings are optional. If a value is invalid, the panel refuses to start, and prints one sentence for each invalid',
  'value. An empty value counts as not set.',
];

/** Returns the text of `docs/settings.md`. The last group is that of the API host alone. */
export function buildSettingsPage(groups: readonly SettingGroup[]): string {
  return [
    ...INTRODUCTION,
    ...groups.flatMap((group, index) => [
      '',
      `## ${group.title}`,
      '',
      ...(index === groups.length - 1 ? buildHostIntroduction() : []),
      '| Variable | Default | Values | What it sets |',
      '|---|---|---|---|',
      ...readSettingGroup(group).map(buildRow),
    ]),
    '',
  ].join('\n');
}

function buildHostIntroduction(): string[] {
  const names = Object.keys(hostObject.shape).map((name) => `\`${name}\``);
  return [
    `\`npm run host\` reads only these settings: ${names.join(', ')}. These are its own, or have other defaults:`,
    '',
  ];
}

function buildRow({ name, preset, fallback, values, ...setting }: DescribedSetting): string {
  const { meaning, example, page } = setting;
  const cells = [
    `\`${name}\``,
    fallback ?? (preset === undefined ? '' : `\`${preset}\``),
    [values, ...(example ? [`such as \`${example}\``] : [])].filter(Boolean).join(', '),
    page ? `${meaning} ([${page.split('#')[0]}](${page}))` : meaning,
  ];
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
}
