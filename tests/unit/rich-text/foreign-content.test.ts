// @vitest-environment jsdom
import fc from 'fast-check';
import { sanitizeHtml } from 'shared/rich-text/sanitize';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/full';

const elements = new Set(
  'p h1 h2 h3 h4 h5 strong em u s span a br hr ul ol li blockquote table colgroup col tbody tr th td img'.split(
    ' ',
  ),
);
const attributes = new Set(
  'style href target rel start type colspan rowspan colwidth src alt width'.split(' '),
);
const schemes = ['http:', 'https:', 'mailto:', 'tel:'];

/** A document whose images are not loaded and whose scripts do not run. */
const page = document.implementation.createHTMLDocument();

/** Returns the parts of clean HTML that a browser would take for something that the editor cannot make. */
function findHarmful(html: string): string[] {
  page.body.innerHTML = html;
  const isHarmful = ({ name, value }: Attr) =>
    !attributes.has(name) ||
    (name === 'href' && !schemes.includes(new URL(value, 'https://panel.example').protocol)) ||
    (name === 'style' && /url|expression|import/i.test(value));
  return [...page.body.getElementsByTagName('*')].flatMap((element) => [
    ...(elements.has(element.localName) ? [] : [element.localName]),
    ...[...element.attributes].filter(isHarmful).map(({ name }) => `${element.localName} ${name}`),
  ]);
}

const ATTACK = '<img src=x onerror=alert(1)>';
const rawTexts = 'textarea xmp title noembed noframes noscript style script iframe option'.split(
  ' ',
);
const animations = 'animate animateColor animateMotion animateTransform set'.split(' ');

describe('HTML that browsers read in another way than parsers of HTML do', () => {
  it.each(rawTexts.flatMap((raw) => ['svg', 'math', 'p'].map((root) => [raw, root])))(
    'is harmless after it was cleaned: <%s> in <%s>',
    (raw, root) => {
      for (const text of [
        ATTACK,
        `&lt;img src=x onerror=alert(1)&gt;`,
        `<!--</${raw}>${ATTACK}-->`,
      ])
        for (const end of [`</${raw}>`, `</${raw}/>${ATTACK}`, `</${root}>`, `</${raw} x>`, '']) {
          const clean = sanitizeHtml(`<${root}><${raw}>${text}${end}${ATTACK}</${root}><b>z</b>`);
          expect(findHarmful(clean)).toEqual([]);
        }
    },
  );

  it.each(animations)('is harmless after it was cleaned: <%s> of the address of a link', (name) => {
    for (const target of ['href', 'xlink:href', 'x:HREF'])
      for (const root of ['svg', 'math', 'p']) {
        const values = 'values="#safe;javascript:alert(1)" to="javascript:alert(1)"';
        const animation = `<${name} attributeName="${target}" ${values}></${name}>`;
        const clean = sanitizeHtml(`<${root}><a href="#safe">${animation}link</a></${root}>`);
        expect(clean).not.toContain('javascript');
        expect(findHarmful(clean)).toEqual([]);
      }
  });

  it('is harmless after it was cleaned, whatever it consists of', () => {
    const names = fc.constantFrom(
      ...rawTexts,
      ...animations,
      ...elements,
      ...'svg math mtext mglyph foreignObject desc annotation-xml plaintext template select meta'.split(
        ' ',
      ),
    );
    const attribute = fc.constantFrom(
      '',
      ' href="javascript:alert(1)"',
      ' onload=alert(1)',
      ' attributeName=href values="#;javascript:alert(1)"',
      ' title="</noscript><img src=x onerror=alert(1)>"',
      ' style="background:url(x);text-align:center"',
      ' encoding="text/html"',
      '/',
    );
    const piece = fc.oneof(
      fc.tuple(names, attribute).map(([name, more]) => `<${name}${more}>`),
      names.map((name) => `</${name}>`),
      names.map((name) => `</${name}/>`),
      fc.constantFrom(
        ATTACK,
        '&lt;img src=x onerror=alert(1)&gt;',
        '<!--',
        '-->',
        ']]>',
        '<![CDATA[',
        'a',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const clean = sanitizeHtml(pieces.join(''));
        expect(findHarmful(clean)).toEqual([]);
      }),
      { numRuns: runs(200, 20_000) },
    );
  });

  it('is recognized as harmful before it was cleaned', () => {
    const hostile = [
      ATTACK,
      '<svg></svg>',
      '<a href="javascript:alert(1)">x</a>',
      '<script></script>',
    ];
    for (const html of hostile) expect(findHarmful(html)).not.toEqual([]);
  });
});
