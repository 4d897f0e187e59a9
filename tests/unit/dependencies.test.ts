import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defined } from '../../shared/defined';
import { listTitles } from '../support/list-titles';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ name: z.string().optional(), version: z.string().optional() }),
  ),
});
const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

/** Returns the versions of a package in the lock file. */
function listVersions(name: string): string[] {
  return Object.entries(packages).flatMap(([folder, entry]) =>
    (entry.name ?? folder.split('node_modules/').at(-1)) === name ? [entry.version ?? ''] : [],
  );
}

/** Returns whether a version is at least the other one. */
function isAtLeast(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) >= 0;
}

interface Row {
  name: string;
  version: string;
  advisory: string;
  state: string;
}

const rows = readFileSync('docs/dependencies.md', 'utf8')
  .split('\n')
  .flatMap((line): Row[] => {
    const [, name, version, advisory, state] =
      /^\| (\S+) (\d\S*) \| (.+?) \| (.+) \|$/.exec(line) ?? [];
    return name && version && advisory && state ? [{ name, version, advisory, state }] : [];
  });

describe('the page about dependencies', () => {
  it('has the packages in their installed versions, each with an advisory and its state', () => {
    expect(rows.length).toBeGreaterThan(10);
    for (const { name, version, advisory, state } of rows) {
      expect([name, listVersions(name)]).toEqual([name, [version]]);
      expect(advisory).toMatch(/\b(CVE-\d{4}-\d+|GHSA(-[\da-z]{4}){3})\b/);
      expect(state).toMatch(/^(fixed in \d|not reachable|open)/);
    }
  });

  it('calls an advisory fixed only if every installed copy has the fix', () => {
    const fixed = rows.flatMap(({ name, state }) => {
      const [, since] = /^fixed in ([\d.]+)$/.exec(state) ?? [];
      return since ? [{ name, since }] : [];
    });
    expect(fixed.length).toBeGreaterThan(5);
    const without = fixed.filter(({ name, since }) =>
      listVersions(name).some((version) => !isAtLeast(version, since)),
    );
    expect(without).toEqual([]);
  });

  it('names an existing test for every advisory that is not reachable', () => {
    const unreachable = rows.filter(({ state }) => state.startsWith('not reachable'));
    expect(unreachable.length).toBeGreaterThan(3);
    for (const { advisory, state } of unreachable) {
      const proofs = [...state.matchAll(/`(tests\/[^`]+)` › (.+?)(?=; `tests|$)/g)];
      expect([advisory, proofs.length]).not.toEqual([advisory, 0]);
      for (const [, file = '', title = ''] of proofs) expect(listTitles(file)).toContain(title);
    }
  });
});

it('the router is the last one of its line', () => {
  const last = {
    '@remix-run/router': '1.23.4',
    'react-router': '6.30.6',
    'react-router-dom': '6.30.6',
  };
  for (const [name, version] of Object.entries(last)) {
    expect(listVersions(name).map((installed) => isAtLeast(installed, version))).toEqual([true]);
    const installed: unknown = JSON.parse(
      readFileSync(`node_modules/${name}/package.json`, 'utf8'),
    );
    expect(isAtLeast(z.object({ version: z.string() }).parse(installed).version, version)).toBe(
      true,
    );
  }
  expect(isAtLeast('1.23.10', '1.23.4')).toBe(true);
  expect(isAtLeast('1.9.9', '1.23.4')).toBe(false);
});

it('no file of the panel loads a package that has a vulnerability', () => {
  const IMPORT = /\b(?:from|import|require)\b[\s(]*'([^'.~][^']*)'/g;
  const loaded = ['app', 'backend', 'cli', 'server', 'shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|js|mjs)$/.test(name))
      .flatMap((name) => [...readFileSync(path.join(folder, name), 'utf8').matchAll(IMPORT)])
      .map(([, specifier]) => defined(specifier)),
  );
  expect(loaded).toContain('sanitize-html');
  const vulnerable = ['braces', 'chokidar', 'micromatch', 'turbo-stream'];
  expect(loaded.filter((specifier) => vulnerable.includes(specifier))).toEqual([]);
});
