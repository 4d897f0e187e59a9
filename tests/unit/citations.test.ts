import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDERS = 'app backend bench cli deploy docs scripts server shared tests'.split(' ');
const TEXT = /\.(ts|tsx|js|mjs|css|md|yml|yaml|service|example)$/;

/** Returns the paths of the project's text files. Does not ask git, because a copy may have no history. */
function listFiles(): string[] {
  const inFolders = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  );
  return [...readdirSync('.'), ...inFolders].filter((file) => TEXT.test(file));
}

/** Returns the text of a file as one line, without the characters that begin the lines of a comment. */
function readAsOneLine(file: string): string {
  return readFileSync(file, 'utf8')
    .replaceAll('file:///opt/study-panel/', '')
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\n\s*(\*|\/\/|#)?\s*/g, ' ');
}

/** Returns the path of the page that a citation in `file` names, or undefined if the page does not exist. */
function findPage(file: string, name: string): string | undefined {
  return [path.dirname(file), '.', 'docs', 'docs/spec', 'docs/decisions']
    .map((folder) => path.join(folder, name))
    .find((candidate) => existsSync(candidate));
}

function readHeadings(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(
    ([, heading]) => heading ?? '',
  );
}

/** Returns the anchor that websites give to a heading in Markdown. */
function buildAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

const CITATION = /([\w./-]*\w\.md)(?:#([\w-]+)|((?:,? (?:and )?§\d+)+)|, ([A-Z][\w ]*)(?=\)))?/g;

/** Returns the number of citations in a file, and the text of those whose target does not exist. */
function findBroken(file: string): { cited: number; broken: string[] } {
  const citations = [...readAsOneLine(file).matchAll(CITATION)];
  const broken = citations.filter(([, name = '', anchor, sections, title]) => {
    const page = findPage(file, name);
    if (!page) return true;
    const headings = readHeadings(page);
    if (anchor) return !headings.some((heading) => buildAnchor(heading) === anchor);
    if (title) return !headings.includes(title);
    const numbers = [...(sections ?? '').matchAll(/§(\d+)/g)].map(([, number]) => number);
    return numbers.some((number) => !headings.some((heading) => heading.startsWith(`${number}. `)));
  });
  return { cited: citations.length, broken: broken.map(([text]) => `${file}: ${text}`) };
}

/** Returns the relative links in a Markdown page whose file or heading does not exist. */
function findBrokenLinks(page: string): { linked: number; broken: string[] } {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?|mailto):/.test(target));
  const broken = links.filter((target) => {
    const [name, anchor] = target.split('#');
    const file = name ? path.join(path.dirname(page), decodeURIComponent(name)) : page;
    if (!existsSync(file)) return true;
    return anchor !== undefined && !readHeadings(file).map(buildAnchor).includes(anchor);
  });
  return { linked: links.length, broken: broken.map((target) => `${page}: ${target}`) };
}

/**
 * Returns the numbers of the decisions that a file cites: in words or by the path of the record, and in Markdown also as
 * a number alone, outside of code.
 */
function findDecisions(file: string): string[] {
  const text = readAsOneLine(file);
  const isProse = file.endsWith('.md');
  const prose = text.replace(/```.*?```|`[^`]*`/g, '');
  return [
    ...[...text.matchAll(/[Dd]ecisions? ((?:\d{4}(?:,? and |, )?)+)/g)].map(([, list]) => list),
    ...[...text.matchAll(/decisions\/(\d{4})/g)].map(([, number]) => number),
    ...(isProse ? [...prose.matchAll(/(?<![\w.:,+/-])(0\d{3})(?![\w:-]|[.,]\d)/g)] : []).map(
      ([, number]) => number,
    ),
  ].flatMap((list) => list?.match(/\d{4}/g) ?? []);
}

describe('citations', () => {
  it('lead to pages and headings that exist', () => {
    const found = listFiles().map(findBroken);
    expect(found.reduce((sum, { cited }) => sum + cited, 0)).toBeGreaterThan(100);
    expect(found.flatMap(({ broken }) => broken)).toEqual([]);
  });

  it('are links that lead to files and headings from where their page is', () => {
    const found = listFiles()
      .filter((file) => file.endsWith('.md'))
      .map(findBrokenLinks);
    expect(found.reduce((sum, { linked }) => sum + linked, 0)).toBeGreaterThan(200);
    expect(found.flatMap(({ broken }) => broken)).toEqual([]);
  });

  it('name files and folders that exist, in the handbooks and decisions', () => {
    const handbooks = ['docs', 'docs/decisions'].flatMap((folder) =>
      readdirSync(folder).map((name) => `${folder}/${name}`),
    );
    const pages = ['README.md', 'CONTRIBUTING.md', ...handbooks].filter((page) =>
      /\.md$/.test(page),
    );
    const named = pages.flatMap((page) =>
      [
        ...readFileSync(page, 'utf8').matchAll(/(?:`|^)([a-z]+\/[\w./$+-]*)(?:`|(?= {2}))/gm),
      ].flatMap(([, name = '']) =>
        FOLDERS.includes(name.split('/')[0] ?? '') ? [{ page, name }] : [],
      ),
    );
    expect(named.length).toBeGreaterThan(100);
    // The files that a recipe tells its reader to create do not exist yet.
    const created = [
      ...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\*\*New file `([^`]+)`/gm),
    ];
    const names = new Set(created.map(([, name]) => name));
    expect(named.filter(({ name }) => !existsSync(name) && !names.has(name))).toEqual([]);
  });

  it('name functions that exist, in the walks through the code', () => {
    const page = readFileSync('docs/architecture.md', 'utf8');
    const steps = [...page.matchAll(/\| `([^`]+)` \| `(\w+)` \|$/gm)];
    expect(steps.length).toBeGreaterThan(30);
    const missing = steps.filter(([, file = '', name = '']) => {
      const declared = new RegExp(`\\b(function|const) ${name}\\b`);
      return !existsSync(file) || !declared.test(readFileSync(file, 'utf8'));
    });
    expect(missing.map(([step]) => step)).toEqual([]);
  });

  it('are links to test files that exist, in the page on security', () => {
    const page = readFileSync('docs/security.md', 'utf8');
    const linked = [...page.matchAll(/\]\(\.\.\/(tests\/[^)]+)\)/g)].map(([, file = '']) => file);
    expect(linked.length).toBeGreaterThan(100);
    expect(linked.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('name decisions that exist', () => {
    const records = readdirSync('docs/decisions').map((name) => name.slice(0, 4));
    const cited = listFiles().flatMap((file) =>
      findDecisions(file).map((number) => ({ file, number })),
    );
    expect(cited.length).toBeGreaterThan(90);
    expect(cited.filter(({ number }) => !records.includes(number))).toEqual([]);
  });
});
