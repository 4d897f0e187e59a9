import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { exceptions, getCapability, listCapabilities, registries } from '../support/capabilities';

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
const toName = (file: string) => path.relative(process.cwd(), file);
const files = fileNames.map(toName).filter((file) => !/^(tests|bench)\//.test(file));

/** The source files of the last program, of which unchanged ones are used again. */
let last: ts.Program | undefined;

/** Returns the names of the capabilities that a file imports, types and dynamic imports included. */
function listImported(text: string, file: string): string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith('~/')
        ? fileName.replace('~/', 'app/')
        : toName(path.resolve(path.dirname(file), fileName)),
    )
    .flatMap((name) => getCapability(`${name}.ts`) ?? []);
}

/** Returns the text of a registry without the imports of a capability and the entries that use them. */
function removeEntries(file: string, text: string, capability: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const names = new Set<string>();
  const ranges: [number, number][] = [];
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    const name = toName(path.resolve(path.dirname(file), statement.moduleSpecifier.text));
    if (getCapability(`${name}.ts`) !== capability) continue;
    ranges.push([statement.getFullStart(), statement.end]);
    const bindings = statement.importClause?.namedBindings;
    if (bindings && ts.isNamedImports(bindings))
      for (const { name: local } of bindings.elements) names.add(local.text);
  }
  const visit = (node: ts.Node): void => {
    if (ts.isArrayLiteralExpression(node))
      for (const element of node.elements)
        if (ts.isIdentifier(element) && names.has(element.text))
          ranges.push([element.getFullStart(), element.end + (text[element.end] === ',' ? 1 : 0)]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return ranges
    .sort(([one], [other]) => other - one)
    .reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);
}

/** Type-checks the project without a capability, its routes, its commands and its entries in the registries. */
function checkWithout(capability: string | undefined): string[] {
  const removed = new Set(
    files.filter((file) => {
      if (capability === undefined) return false;
      if (getCapability(file) === capability) return true;
      const isPart = /^(app\/routes|cli)\//.test(file) && !isExcepted(file, capability);
      return isPart && listImported(ts.sys.readFile(file) ?? '', file).includes(capability);
    }),
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (file) => !removed.has(toName(file)) && fileExists(file);
  host.readFile = (file) => {
    const text = readFile(file);
    const name = toName(file);
    return text !== undefined && capability !== undefined && registries.includes(name)
      ? removeEntries(name, text, capability)
      : text;
  };
  host.getSourceFile = (file, ...rest) =>
    registries.includes(toName(file))
      ? getSourceFile(file, ...rest)
      : (last?.getSourceFile(file) ?? getSourceFile(file, ...rest));
  const roots = files.filter((file) => !removed.has(file));
  const program = ts.createProgram(roots, options, host);
  last ??= program;
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => !file || !isExcepted(toName(file.fileName), capability))
    .map(
      ({ file, messageText }) =>
        `${file ? toName(file.fileName) : ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
    .filter((line) => ![...removed].some((name) => line.startsWith(describeMissingCommand(name))));
}

/** Returns the start of the error that the list of commands has without one of them. */
function describeMissingCommand(file: string): string {
  return `cli/main.ts: Cannot find module './${path.basename(file, '.ts')}'`;
}

function isExcepted(file: string, capability: string | undefined): boolean {
  return exceptions.some(
    (one) =>
      one.capability === capability &&
      (file === one.importer || file.startsWith(`${one.importer}/`)),
  );
}

it('the project type-checks', () => {
  expect(checkWithout(undefined)).toEqual([]);
});

it.each(listCapabilities())('the rest type-checks without %s', (capability) => {
  expect(checkWithout(capability)).toEqual([]);
});
