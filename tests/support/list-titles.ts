import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { defined } from '../../shared/defined';

/** Returns the titles of the tests and groups in a test file, as the source has them. */
export function listTitles(file: string): string[] {
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
