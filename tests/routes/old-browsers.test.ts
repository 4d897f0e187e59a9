import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type AnyNode, parse } from 'acorn';
import postcss, { type AtRule, type Declaration, type Rule } from 'postcss';
import { describe, expect, it } from 'vitest';

const assets = path.resolve(import.meta.dirname, '../../build/client/assets');
const files = (ending: string) => readdirSync(assets).filter((name) => name.endsWith(ending));
const read = (name: string) => readFileSync(path.join(assets, name), 'utf8');

/** The functions that app/lib/core/client/polyfills.ts adds where they are missing. */
const provided = ['at', 'findLast', 'findLastIndex', 'hasOwn'];
/** The functions that not every browser of the last six years has (caniuse.com, MDN). */
const recent = [
  ...provided,
  ...['structuredClone', 'toSorted', 'toReversed', 'toSpliced', 'with', 'groupBy', 'fromAsync'],
  ...['withResolvers', 'any', 'isWellFormed', 'toWellFormed', 'randomUUID', 'replaceChildren'],
  ...['showPopover', 'hidePopover', 'checkVisibility'],
];

/** The at-rules of one vendor. Only the browsers of this vendor apply them. All others skip them. */
const vendors = ['-moz-document'];
const atRules = ['media', 'supports', 'font-face', 'keyframes', 'charset', 'page', ...vendors];

/** Returns the names of all functions and methods that the code calls. */
function listCalls(code: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { type } = node as AnyNode;
    if (type === 'CallExpression') {
      const { callee } = node as AnyNode & { type: 'CallExpression' };
      if (callee.type === 'Identifier') names.add(callee.name);
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
        names.add(callee.property.name);
    }
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value);
  };
  visit(parse(code, { ecmaVersion: 2020, sourceType: 'module' }));
  return names;
}

describe('for the browsers of the last six years', () => {
  it('the checks find newer syntax and the names of all called functions', () => {
    expect(() => listCalls('class A { static { this.x ??= 1 } }')).toThrow();
    expect([...listCalls('a.b.at(-1); structuredClone({})')]).toEqual(['at', 'structuredClone']);
  });

  it('every script has the syntax of 2020, and calls only functions that exist there or are polyfilled', () => {
    const scripts = files('.js');
    expect(scripts.length).toBeGreaterThan(50);
    const missing = scripts.flatMap((name) =>
      [...listCalls(read(name))]
        .filter((call) => recent.includes(call) && !provided.includes(call))
        .map((call) => `${name} calls ${call}`),
    );
    expect(missing).toEqual([]);
  });

  it('no style sheet has a rule or a value that they would drop whole', () => {
    const sheets = files('.css');
    expect(sheets.length).toBeGreaterThan(0);
    const errors: string[] = [];
    for (const name of sheets) {
      const root = postcss.parse(read(name));
      root.walkAtRules((rule: AtRule) => {
        if (!atRules.includes(rule.name)) errors.push(`${name}: @${rule.name}`);
        if (rule.name === 'media' && /[<>]=?/.test(rule.params))
          errors.push(`${name}: @media ${rule.params}`);
      });
      root.walkRules(({ selector, parent }) => {
        if (
          !isConditional(parent, selector) &&
          /(?<!\\)&|:has\(|:nth-child\([^)]* of |:popover-open|:user-(in)?valid/.test(selector)
        )
          errors.push(`${name}: ${selector}`);
      });
      root.walkDecls((declaration: Declaration) => {
        if (isRecent(declaration) && !hasFallback(declaration) && !isUnused(declaration))
          errors.push(`${name}: ${declaration.prop}: ${declaration.value}`);
      });
    }
    expect(errors).toEqual([]);
  });
});

/**
 * Returns whether a declaration is for the loading panel of mantine-datatable. The lists use one of their own instead.
 */
function isUnused({ parent }: Declaration): boolean {
  return (parent as Rule).selector === '.mantine-datatable-loader';
}

/** Returns whether a selector with :has() is in a @supports rule for it, which older browsers skip. */
function isConditional(parent: Rule['parent'], selector: string): boolean {
  const isSupports = parent?.type === 'atrule' && (parent as AtRule).name === 'supports';
  return isSupports && (parent as AtRule).params.includes(':has(') && selector.includes(':has(');
}

function isRecent({ value }: Declaration): boolean {
  return /\b(oklch|oklab|lab|lch|color-mix|light-dark|color)\(|\d[dsl]v[hwib]\b/.test(value);
}

/** Returns whether the preceding declaration sets the same property. Older browsers then apply the preceding one. */
function hasFallback(declaration: Declaration): boolean {
  const before = declaration.prev();
  return before?.type === 'decl' && before.prop === declaration.prop;
}
