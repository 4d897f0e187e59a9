import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildHelp, buildOverview, buildSynopsis } from '../../cli/build-help';
import { readArguments } from '../../cli/read-arguments';
import { commandNames, type Usage, usages } from '../../cli/usages';
import { buildEnvExample } from '../../scripts/docs/build-env-example';
import { buildFoldersPage } from '../../scripts/docs/build-folders-page';
import { buildSettingsPage } from '../../scripts/docs/build-settings-page';
import { scriptGroups } from '../../scripts/docs/npm-scripts';
import { pages } from '../../scripts/docs/pages';
import { settingGroups, settings } from '../../shared/settings/declared';
import { tempFolder } from '../support/folders';

it.each(pages)(
  '$file is up to date: run `npm run docs` after a change of what it describes',
  ({ file, build }) => {
    expect(readFileSync(file, 'utf8')).toBe(build());
  },
);

it('the README has at most 900 words', () => {
  const words = readFileSync('README.md', 'utf8').trim().split(/\s+/);
  expect(words.length).toBeLessThanOrEqual(900);
});

describe('the page of folders', () => {
  /** Builds the page of a project with one capability, from these descriptions. */
  function build(folders: Record<string, string>): string {
    const root = tempFolder();
    mkdirSync(path.join(root, 'app/lib/core'), { recursive: true });
    mkdirSync(path.join(root, 'app/lib/lock'));
    writeFileSync(
      path.join(root, 'app/lib/lock/README.md'),
      '# Lock\n\nLocks a session,\nand unlocks it.\n\n- A rule.\n',
    );
    return buildFoldersPage(root, [{ title: 'The panel', parent: 'app/', folders }]);
  }

  it('describes the capabilities by their READMEs', () => {
    expect(build({ 'app/lib/': 'the rest' }).match(/^\| .*`app.*$/gm)).toEqual([
      '| `app/lib/` | the rest |',
      '| [`app/lib/lock/`](../app/lib/lock/README.md) | Locks a session, and unlocks it. |',
    ]);
  });

  it('is not built while a folder has no description or is missing', () => {
    expect(() => build({ 'app/old/': 'nothing' })).toThrow(
      'Correct scripts/docs/folders.ts: describe app/lib/, and remove app/old/',
    );
  });
});

/** Returns the names of the environment variables that the code in these folders reads by name. */
function listReadVariables(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => [
        ...readFileSync(path.join(folder, name), 'utf8').matchAll(/process\.env\.(\w+)/g),
      ])
      .flatMap(([, variable]) => variable ?? []),
  );
}

describe('the settings', () => {
  it('are all in a group, and those of the panel in one only', () => {
    const [host, ...others] = [...settingGroups].reverse();
    const names = others.flatMap(({ shape }) => Object.keys(shape));
    expect(names).toEqual([...new Set(names)]);
    const all = new Set([...names, ...Object.keys(host?.shape ?? {})]);
    expect([...all].sort()).toEqual(Object.keys(settings.shape).sort());
  });

  it('declare each environment variable that the code reads', () => {
    const read = listReadVariables(['app', 'backend', 'cli', 'server', 'shared']);
    expect(read).toContain('DISCARD_IMPORTED_CHANGES');
    expect(read.filter((name) => !Object.hasOwn(settings.shape, name))).toEqual([]);
  });

  it('are refused without a description, and if it is empty', () => {
    for (const setting of [z.string().optional(), z.string().describe('')])
      expect(() => buildSettingsPage([{ title: 'Example', shape: { EXAMPLE: setting } }])).toThrow(
        'EXAMPLE has no description: add it to its declaration',
      );
  });

  it('are shown with their defaults, values, examples and pages', () => {
    const shape = {
      LIMIT: z.coerce.number().int().min(0).max(5_000).default(1_000).describe('a limit'),
      MODE: z.enum(['on', 'off']).default('off').describe('a mode'),
      FOLDER: z
        .string()
        .optional()
        .meta({
          ...{ description: 'a folder', fallback: '`DATA_DIR`', example: '/srv' },
          page: 'operations.md#keys',
        }),
    };
    const page = buildSettingsPage([{ title: 'Example', shape }]);
    expect(page.match(/^\| `.+$/gm)).toEqual([
      '| `LIMIT` | `1000` | 0 to 5,000 | a limit |',
      '| `MODE` | `off` | `on`, `off` | a mode |',
      '| `FOLDER` | `DATA_DIR` | such as `/srv` | a folder ([operations.md](operations.md#keys)) |',
    ]);
    const lines = buildEnvExample([{ title: 'Example', shape }]).split('\n');
    expect(lines.slice(-5)).toEqual(['# Example', '#LIMIT=1000', '#MODE=off', '#FOLDER=/srv', '']);
  });
});

describe('the commands', () => {
  const scripts = scriptGroups.flatMap((group) => group.scripts.map(({ name }) => name));

  it('and the other scripts are those of package.json', () => {
    const declared = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    expect([...commandNames, ...scripts].sort()).toEqual(Object.keys(declared.scripts).sort());
  });

  it.each(commandNames)('%s: the synopsis has its arguments and options, and no others', (name) => {
    const { operands = {}, options }: Usage = usages[name];
    const synopsis = buildSynopsis(name).split(' -- ')[1] ?? '';
    const named = [...synopsis.matchAll(/--([a-z-]+)(?: ([A-Z][\w.]*))?/g)].map(
      ([, option, value]) => [option, value],
    );
    const values = Object.entries(options).map(([option, { value }]) => [option, value]);
    expect(named.sort()).toEqual(values.sort());
    const words = synopsis.replace(/--[a-z-]+( [A-Z][\w.]*)?/g, '').match(/[A-Z_]{2,}/g) ?? [];
    expect(words).toEqual(Object.keys(operands));
  });

  it('print help with a line for each argument and option', () => {
    const help = buildHelp('participant:withdraw').split('\n');
    expect(help.slice(0, 3)).toEqual([
      'npm run participant:withdraw -- STUDY_NUMBER --as USERNAME [--reason TEXT] [--take-back]',
      '',
      'Withdraws a participant, whose data stay but are left out of lists, figures and exports.',
    ]);
    const labels = ['STUDY_NUMBER', '--as USERNAME', '--reason TEXT', '--take-back', '--help'];
    for (const label of labels)
      expect(help.filter((line) => line.startsWith(`${label} `))).toHaveLength(1);
    for (const name of commandNames)
      expect(
        Math.max(
          ...buildHelp(name)
            .split('\n')
            .slice(1)
            .map((line) => line.length),
        ),
      ).toBeLessThanOrEqual(100);
    expect(buildOverview().match(/^[a-z:-]+ {2,}\S/gm)).toHaveLength(commandNames.length);
  });

  it('refuse what they do not know, and say how they are called', () => {
    const call = 'npm run key:rotate -- [--lost]';
    expect(readArguments('key:rotate', ['--lost']).values.lost).toBe(true);
    expect(() => readArguments('key:rotate', ['--last'])).toThrow(
      `Unknown option '--last': ${call}`,
    );
    expect(() => readArguments('key:rotate', ['now'])).toThrow(
      `The command takes no arguments: ${call}`,
    );
    expect(() => readArguments('bin:purge', ['--older-than-days'])).toThrow(
      "Option '--older-than-days <value>' argument missing: npm run bin:purge -- [--all | --older-than-days N]",
    );
  });
});
