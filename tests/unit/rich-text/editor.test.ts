// @vitest-environment jsdom
import { type ChainedCommands, Editor } from '@tiptap/core';
import { alignments, fontSizes, fonts, headingLevels } from 'shared/rich-text/formats';
import { sanitizeHtml } from 'shared/rich-text/sanitize';
import { afterAll, describe, expect, it } from 'vitest';
import { actions } from '~/components/rich-text/actions';
import { buildExtensions } from '~/components/rich-text/extensions';
import { insertImage } from '~/components/rich-text/insert-image';

const extensions = buildExtensions('https://files.example/');

const editors: Editor[] = [];
// An editor that still exists would use the document after the tests of this file.
afterAll(() => {
  for (const editor of editors) editor.destroy();
});

function createEditor(content: string): Editor {
  const editor = new Editor({ extensions, content, injectCSS: false });
  editors.push(editor);
  return editor;
}

/** Selects a whole text in the editor, and runs the commands of `work`. Returns the editor's HTML. */
function applyCommands(
  work: (chain: ChainedCommands) => ChainedCommands,
  text = '<p>One</p><p>Two</p>',
) {
  const editor = createEditor(text);
  work(editor.chain().selectAll()).run();
  return editor.getHTML();
}

/** Returns the HTML that the editor makes of HTML that it loads. */
function reread(html: string) {
  return createEditor(html).getHTML();
}

const formatted: [what: string, html: string][] = [
  ['bold', applyCommands((chain) => chain.toggleBold())],
  ['italic', applyCommands((chain) => chain.toggleItalic())],
  ['underline', applyCommands((chain) => chain.toggleUnderline())],
  ['strikethrough', applyCommands((chain) => chain.toggleStrike())],
  ['a bulleted list', applyCommands((chain) => chain.toggleBulletList())],
  ['a numbered list', applyCommands((chain) => chain.toggleOrderedList())],
  ['a quote', applyCommands((chain) => chain.toggleBlockquote())],
  ['a line', applyCommands((chain) => chain.setTextSelection(1).setHorizontalRule())],
  ['a line break', applyCommands((chain) => chain.setTextSelection(2).setHardBreak())],
  ['a colour', applyCommands((chain) => chain.setColor('#a3211c'))],
  ['a link', applyCommands((chain) => chain.setLink({ href: 'https://x.example/?a=1&b=2' }))],
  ['a mail link', applyCommands((chain) => chain.setLink({ href: 'mailto:x@x.example' }))],
  [
    'an image',
    applyCommands((chain) =>
      chain.insertContent({
        type: 'image',
        attrs: { src: 'https://files.example/a.png', alt: 'A "map" & more' },
      }),
    ),
  ],
  [
    'a table',
    applyCommands((chain) => chain.insertTable({ rows: 2, cols: 3, withHeaderRow: true })),
  ],
  ...headingLevels.map((level): [string, string] => [
    `heading ${level}`,
    applyCommands((chain) => chain.setHeading({ level })),
  ]),
  ...fontSizes.map((size): [string, string] => [
    size,
    applyCommands((chain) => chain.setFontSize(size)),
  ]),
  ...fonts.map((font): [string, string] => [
    font,
    applyCommands((chain) => chain.setFontFamily(font)),
  ]),
  ...alignments.map((side): [string, string] => [
    side,
    applyCommands((chain) => chain.setTextAlign(side)),
  ]),
];

describe('the sanitizer keeps all that the editor makes:', () => {
  it.each(formatted)('%s', (_what, html) => {
    expect(reread(sanitizeHtml(html, 'https://files.example/'))).toBe(html);
  });

  it('merged cells', () => {
    const html = '<table><tbody><tr><th colspan="2" rowspan="1"><p>x</p></th></tr></tbody></table>';
    expect(sanitizeHtml(html)).toBe(html);
  });
});

describe('the editor', () => {
  it('offers five headings, eight fonts, and sizes from 8 to 36 points', () => {
    expect(headingLevels).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(fonts).size).toBe(8);
    expect([fontSizes[0], fontSizes.at(-1)]).toEqual(['8pt', '36pt']);
  });

  it('applies the chosen formats', () => {
    const html = Object.fromEntries(formatted);
    expect(html.bold).toBe('<p><strong>One</strong></p><p><strong>Two</strong></p>');
    expect(html['heading 5']).toContain('<h5>One</h5>');
    expect(html['36pt']).toContain('font-size: 36pt');
    expect(html.justify).toContain('text-align: justify');
    expect(html['a table']).toContain('<th');
    expect(html['an image']).toContain(
      '<img src="https://files.example/a.png" alt="A &quot;map&quot; &amp; more">',
    );
  });

  it('shows no image of another site, and none without a text alternative', () => {
    for (const image of [
      '<img src="https://evil.example/a.png" alt="x">',
      '<img src="https://files.example/a.png?x" alt="x">',
      '<img src="https://files.example/a.png">',
      '<img src="https://files.example/a.png" alt=" ">',
      '<img src="x" alt="x" onerror="alert(1)">',
    ])
      expect(reread(`<p>a</p>${image}`)).toBe('<p>a</p>');
    const kept = '<img src="https://files.example/a.png" alt="x" width="80">';
    expect(reread(kept.replace('width', 'onload="alert(1)" width'))).toBe(kept);
  });

  it('makes no link with script, data or an unknown scheme', () => {
    for (const href of [
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'data:text/html,x',
      'ftp://x',
    ])
      expect(reread(`<p><a href="${href}">x</a></p>`)).not.toContain(href);
  });
});

describe('after an image has been inserted', () => {
  const image = { src: 'https://files.example/a.png', alt: 'A map' };
  const tag = '<img src="https://files.example/a.png" alt="A map">';

  function insertInto(content: string) {
    const editor = createEditor(content);
    editor.commands.setTextSelection(editor.state.doc.content.size - 1);
    insertImage(editor, image);
    return editor;
  }

  it.each(['', '<p>One</p>'])('text that is typed follows it, in a text "%s"', (content) => {
    const editor = insertInto(content);
    editor.commands.insertContent('More');
    expect(editor.getHTML()).toBe(`${content}${tag}<p>More</p>`);
  });

  it('text that is typed begins the paragraph that follows', () => {
    const editor = createEditor('<p>One</p><p>Two</p>');
    editor.commands.setTextSelection(4);
    insertImage(editor, image);
    editor.commands.insertContent('Less ');
    expect(editor.getHTML()).toBe(`<p>One</p>${tag}<p>Less Two</p>`);
  });

  it.each(['Insert table', 'Line', 'Bulleted list', 'Numbered list', 'Quote'])(
    '%s leaves it as it is, and puts its own part after it',
    (label) => {
      const action = actions.flat().find((candidate) => candidate.label === label);
      const editor = insertInto('<p>One</p>');
      action?.run(editor);
      expect(editor.getHTML()).toMatch(new RegExp(`^<p>One</p>${tag}<(table|hr|ul|ol|blockquote)`));
    },
  );

  it('a second image follows the first', () => {
    const editor = insertInto('');
    insertImage(editor, { ...image, alt: 'A second map' });
    expect(editor.getHTML()).toBe(`${tag}${tag.replace('A map', 'A second map')}<p></p>`);
  });

  it.each(['Insert table', 'Line'])('%s does not replace it when it is selected', (label) => {
    const editor = insertInto('<p>One</p>');
    editor.commands.setNodeSelection(5);
    expect(editor.isActive('image')).toBe(true);
    actions
      .flat()
      .find((candidate) => candidate.label === label)
      ?.run(editor);
    expect(editor.getHTML()).toMatch(new RegExp(`^<p>One</p>${tag}<(table|hr)`));
  });

  it('inserting again while it is selected changes it', () => {
    const editor = insertInto('<p>One</p>');
    editor.commands.setNodeSelection(5);
    insertImage(editor, { ...image, alt: 'A plan' });
    expect(editor.getHTML()).toBe(`<p>One</p>${tag.replace('A map', 'A plan')}<p></p>`);
  });
});
