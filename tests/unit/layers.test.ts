import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { exceptions, getCapability, listCapabilities, registries } from '../support/capabilities';

/** Returns the modules that each file of a folder imports. Omits imports of types, unless `withTypes` is true. */
function listImports(folder: string, withTypes = false): { file: string; imported: string }[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));
  return files.flatMap((file) => {
    const { statements } = ts.createSourceFile(
      file,
      readFileSync(file, 'utf8'),
      ts.ScriptTarget.Latest,
    );
    return statements.flatMap((statement) => {
      const isOfModule = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
      if (!isOfModule || !statement.moduleSpecifier) return [];
      const isTypeOnly = ts.isImportDeclaration(statement)
        ? statement.importClause?.isTypeOnly
        : statement.isTypeOnly;
      if (isTypeOnly && !withTypes) return [];
      if (!ts.isStringLiteral(statement.moduleSpecifier)) return [];
      return [{ file, imported: resolve(file, statement.moduleSpecifier.text) }];
    });
  });
}

/** Returns the path of an imported module in the project, without its extension, or the name of a package. */
function resolve(file: string, name: string): string {
  const module = name.startsWith('.')
    ? path.join(path.dirname(file), name)
    : name.replace(/^~\//, 'app/');
  return existsSync(`${module}/index.ts`) ? `${module}/index` : module;
}

const isInFolders = (folders: readonly string[]) => (imported: string) =>
  folders.some((folder) => imported.startsWith(`${folder}/`));
const isOfProject = isInFolders([
  'app',
  'backend',
  'bench',
  'cli',
  'scripts',
  'server',
  'shared',
  'tests',
]);

it.each([
  { folder: 'shared', allowed: ['shared'] },
  { folder: 'backend', allowed: ['backend', 'shared'] },
  { folder: 'app/lib/core', allowed: ['app/lib', 'backend', 'shared'] },
  {
    folder: 'app/lib',
    allowed: ['app/assets', 'app/components', 'app/lib', 'app/styles', 'backend', 'shared'],
  },
  {
    folder: 'app/components',
    allowed: ['app/assets', 'app/components', 'app/lib', 'app/styles', 'shared'],
  },
  { folder: 'app', allowed: ['app', 'backend', 'shared'] },
  { folder: 'server', allowed: ['server', 'app/lib', 'app/lifecycle', 'shared'] },
])('$folder imports nothing of the project but $allowed', ({ folder, allowed }) => {
  const imports = listImports(folder, true).filter(({ imported }) => isOfProject(imported));
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter(({ imported }) => !isInFolders(allowed)(imported))).toEqual([]);
});

it('only the embedded implementation of the API host imports the backend, except the database and the history, types included', () => {
  const importers = listImports('app', true)
    .filter(({ imported }) => /^backend\/(?!db\/|history\/)/.test(imported))
    .map(({ file }) => file);
  expect(importers.length).toBeGreaterThan(5);
  expect(importers.filter((file) => !file.startsWith('app/lib/core/host/'))).toEqual([]);
});

/** Matches the modules that cannot run in a browser. */
const serverModule = /\.server$|^node:|^(backend|shared\/checkpoints|shared\/db|shared\/keys)\//;

it('components import no code of the server', () => {
  const imports = [
    ...listImports('app/components'),
    ...listImports('app/lib').filter(({ file }) => file.endsWith('.tsx')),
  ];
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter(({ imported }) => serverModule.test(imported))).toEqual([]);
});

it('entities import nothing of the server, not even a type, neither directly nor through other modules', () => {
  const imports = new Map<string, string[]>();
  for (const { file, imported } of ['app', 'shared'].flatMap((folder) =>
    listImports(folder, true),
  )) {
    const name = file.replace(/\.tsx?$/, '');
    imports.set(name, [...(imports.get(name) ?? []), imported]);
  }
  const ways = [...imports.keys()]
    .filter((name) => name.startsWith('app/lib/core/entities/'))
    .map((name) => [name]);
  expect(ways.length).toBeGreaterThan(15);
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const way of ways) {
    for (const imported of imports.get(way.at(-1) ?? '') ?? []) {
      if (serverModule.test(imported)) wrong.push([...way, imported].join(' → '));
      else if (!seen.has(imported)) ways.push([...way, imported]);
      seen.add(imported);
    }
  }
  expect(wrong).toEqual([]);
});

/** Returns the nodes of a cycle in a graph, in order and with the first one repeated at the end. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const search = (node: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const cycle = search(next, [...way, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const cycle = search(node, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** Returns the graph of imports, types included. `name` maps the path of a file to its node, such as its folder. */
function buildGraph(name: (path: string) => string): Map<string, string[]> {
  const imports = ['app', 'backend', 'cli', 'server', 'shared'].flatMap((folder) =>
    listImports(folder, true),
  );
  const graph = new Map<string, string[]>();
  for (const { file, imported } of imports.filter(({ imported }) => isOfProject(imported)))
    graph.set(name(file), [...(graph.get(name(file)) ?? []), name(imported)]);
  return graph;
}

it('no folder imports itself through other folders, not even for a type', () => {
  const graph = buildGraph(path.dirname);
  for (const [folder, imported] of graph)
    graph.set(
      folder,
      [...new Set(imported)].filter((other) => other !== folder),
    );
  expect([...graph.values()].flat().length).toBeGreaterThan(100);
  expect(findCycle(graph)).toBeUndefined();
});

it('no file imports itself through other files, not even for a type', () => {
  const graph = buildGraph((file) => file.replace(/\.tsx?$/, ''));
  expect(graph.size).toBeGreaterThan(500);
  expect(findCycle(graph)).toBeUndefined();
});

describe('a capability', () => {
  const uses = ['app', 'cli', 'server', 'backend', 'shared']
    .flatMap((folder) => listImports(folder, true))
    .flatMap(({ file, imported }) => {
      const capability = getCapability(`${imported}.ts`);
      const isOwn = capability === getCapability(file) || /^(app\/routes|cli)\//.test(file);
      return capability === undefined || isOwn || registries.includes(file)
        ? []
        : [{ file, capability }];
    });
  const isExcepted = ({ file, capability }: (typeof uses)[number]) =>
    exceptions.some(
      (one) =>
        one.capability === capability &&
        (file === one.importer || file.startsWith(`${one.importer}/`)),
    );

  it('is imported only by its own folder, routes, commands, registries and a few exceptions', () => {
    expect(listCapabilities().length).toBeGreaterThan(15);
    expect(uses.filter((use) => !isExcepted(use))).toEqual([]);
    expect(registries.length).toBeLessThanOrEqual(5);
    expect(exceptions.length).toBeLessThanOrEqual(12);
  });

  it('has no exception that nothing uses', () => {
    // Commands import the panel when they run, which only the removal of a capability shows.
    const unused = exceptions.filter(
      ({ importer, capability }) =>
        !importer.startsWith('cli/') &&
        !uses.some((use) => use.capability === capability && use.file.startsWith(importer)),
    );
    expect(unused).toEqual([]);
  });

  it.each(listCapabilities())('is described by a README: %s', (name) => {
    const text = readFileSync(`app/lib/${name}/README.md`, 'utf8');
    expect(text.startsWith('# ')).toBe(true);
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(16);
  });
});
