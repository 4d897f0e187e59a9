import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { defined } from '../../shared/defined';

const known = new Map<string, readonly string[]>();

/** Returns the titles of the tests and groups in a test file, as the source has them. None if there is no such file. */
export function listTitles(file: string): readonly string[] {
  const titles = known.get(file) ?? (existsSync(file) ? readTitles(file) : []);
  known.set(file, titles);
  return titles;
}

function readTitles(file: string): string[] {
  const titles: string[] = [];
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      const name = defined(node.expression.getText(source).split(/[.(]/)[0]);
      if (first && ts.isStringLiteralLike(first) && ['it', 'test', 'describe'].includes(name))
        titles.push(first.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}
