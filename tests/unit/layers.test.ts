import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Returns the modules that each file of a folder imports. Omits those imported only for types, unless `withTypes`. */
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

/** Returns the project's path of a module, or the name of a package. */
function resolve(file: string, name: string): string {
  if (name.startsWith('.')) return path.join(path.dirname(file), name);
  return name.replace(/^~\//, 'app/');
}

const isOf = (folders: readonly string[]) => (imported: string) =>
  folders.some((folder) => imported.startsWith(`${folder}/`));
const isOfProject = isOf([
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
])('$folder imports nothing of the project but $allowed', ({ folder, allowed }) => {
  const imports = listImports(folder).filter(({ imported }) => isOfProject(imported));
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter(({ imported }) => !isOf(allowed)(imported))).toEqual([]);
});

it('components import no code of the server', () => {
  const imports = listImports('app/components');
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter(({ imported }) => /\.server$|^backend\//.test(imported))).toEqual([]);
});

it('entities import nothing of the server, not even a type, neither directly nor through other modules', () => {
  const imports = new Map<string, string[]>();
  for (const { file, imported } of listImports('app', true)) {
    const name = file.replace(/\.tsx?$/, '');
    imports.set(name, [...(imports.get(name) ?? []), imported]);
  }
  const ways = [...imports.keys()]
    .filter((name) => name.startsWith('app/lib/entities/'))
    .map((name) => [name]);
  expect(ways.length).toBeGreaterThan(15);
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const way of ways) {
    for (const imported of imports.get(way.at(-1) ?? '') ?? []) {
      if (/\.server$|^backend\//.test(imported)) wrong.push([...way, imported].join(' → '));
      else if (!seen.has(imported)) ways.push([...way, imported]);
      seen.add(imported);
    }
  }
  expect(wrong).toEqual([]);
});

it('no two folders import each other, not even for a type', () => {
  const edges = new Set(
    ['app', 'backend', 'cli', 'server', 'shared']
      .flatMap((folder) => listImports(folder, true))
      .filter(({ imported }) => isOfProject(imported))
      .map(({ file, imported }) => [path.dirname(file), path.dirname(imported)] as const)
      .filter(([from, to]) => from !== to)
      .map((edge) => edge.join(' -> ')),
  );
  expect(edges.size).toBeGreaterThan(100);
  const turned = (edge: string) => edge.split(' -> ').reverse().join(' -> ');
  expect([...edges].filter((edge) => edges.has(turned(edge)))).toEqual([]);
});

it('no file imports itself by way of others, not even for a type', () => {
  const imports = ['app', 'backend', 'cli', 'server', 'shared'].flatMap((folder) =>
    listImports(folder, true),
  );
  const importedBy = new Map<string, string[]>();
  const nameModule = (file: string) => file.replace(/(\/index)?\.tsx?$/, '');
  for (const { file, imported } of imports) {
    const known = importedBy.get(nameModule(file)) ?? [];
    importedBy.set(nameModule(file), [...known, imported]);
  }
  const done = new Set<string>();
  const findCycle = (module: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(module)) return [...path.slice(path.indexOf(module)), module];
    if (done.has(module)) return undefined;
    for (const next of importedBy.get(module) ?? []) {
      const cycle = findCycle(next, [...path, module]);
      if (cycle) return cycle;
    }
    done.add(module);
    return undefined;
  };
  expect(importedBy.size).toBeGreaterThan(500);
  for (const module of importedBy.keys()) expect(findCycle(module, [])).toBeUndefined();
});
