import { JSDOM } from 'jsdom';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';

/** Returns functions that render a markup as plain React elements, which each rendering creates as a component does. */
export function makePlain(markup: string): { render: () => string; markup: () => string } {
  const { document } = new JSDOM(markup).window;
  const tree = [...document.body.childNodes].map(read);
  return {
    render: () => renderToString(createElement(Plain, { tree })),
    markup: () =>
      renderToStaticMarkup(createElement(Plain, { tree })).replace(/^<div>|<\/div>$/g, ''),
  };
}

function Plain({ tree }: { tree: readonly Tree[] }) {
  return createElement('div', null, ...tree.map(make));
}

type Props = Record<string, unknown>;
type Tree = string | { tag: string; props: Props; children: Tree[] };

function read(node: ChildNode): Tree {
  if (!isElement(node)) return node.textContent ?? '';
  const props = Object.fromEntries(
    [...node.attributes].map(({ name, value }) => getProp(node, name, value)),
  );
  return { tag: node.localName, props, children: [...node.childNodes].map(read) };
}

function isElement(node: ChildNode): node is Element & ChildNode {
  return node.nodeType === 1;
}

function make(tree: Tree): ReactNode {
  if (typeof tree === 'string') return tree;
  return createElement(tree.tag, { ...tree.props }, ...tree.children.map(make));
}

const NAMES: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  colspan: 'colSpan',
  maxlength: 'maxLength',
  tabindex: 'tabIndex',
  enctype: 'encType',
};
const FLAGS = new Set(['checked', 'disabled', 'hidden', 'open', 'selected']);

/** Returns the name and the value of the React prop for an attribute. */
function getProp(element: Element, name: string, value: string): [string, unknown] {
  if (name === 'style') return [name, getStyles(value)];
  if (name === 'checked') return ['defaultChecked', true];
  if (name === 'value' && /^(text|search|number|date)$/.test(element.getAttribute('type') ?? ''))
    return ['defaultValue', value];
  return [NAMES[name] ?? name, FLAGS.has(name) || value];
}

function getStyles(text: string): Record<string, string> {
  const styles = text
    .split(';')
    .filter(Boolean)
    .map((style) => style.split(/:(.*)/));
  return Object.fromEntries(
    styles.map(([name = '', value = '']) => [
      name.startsWith('--') ? name : name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  );
}
