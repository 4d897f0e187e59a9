import { findForeignParts, sanitizeHtml, toPlainText } from 'shared/rich-text/sanitize';
import { describe, expect, it } from 'vitest';

describe('hostile HTML', () => {
  it.each([
    ['<script>alert(1)</script>', ''],
    ['<p onclick="alert(1)">x</p>', '<p>x</p>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<svg/onload=alert(1)>', ''],
    ['<iframe src="https://evil.example"></iframe>', ''],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" java\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,<script>1</script>">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<p style="background:url(javascript:alert(1))">x</p>', '<p>x</p>'],
    ['<p style="position:fixed;text-align:center">x</p>', '<p style="text-align:center">x</p>'],
    ['<span style="color:expression(alert(1))">x</span>', '<span>x</span>'],
    ['<style>@import "x"</style><p>x</p>', '<p>x</p>'],
    ['<p class="x" id="y" data-z="1">x</p>', '<p>x</p>'],
    ['<form action="/delete/user/1"><input name="a"><button>x</button></form>', 'x'],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '<table></table>',
    ],
    ['<template><script>alert(1)</script></template><!-- <script> -->', ''],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
  ])('%s becomes %s', (hostile, harmless) => {
    expect(sanitizeHtml(hostile)).toBe(harmless);
  });

  it('stays the same when it is sanitized again', () => {
    const mess = '<p><b>a<i>b</b>c</i><script>1</script><table><tr><td>x &lt;script&gt;';
    expect(sanitizeHtml(sanitizeHtml(mess))).toBe(sanitizeHtml(mess));
    expect(sanitizeHtml(mess)).not.toMatch(/<script/);
  });
});

const FILE = `/files/${'0a'.repeat(16)}.png`;
const FOLDER = 'https://files.example/base/';

describe('an image', () => {
  it.each([
    ['of another site', `<img src="https://evil.example/a.png" alt="x">`],
    [
      'of a site whose name begins alike',
      '<img src="https://files.example.evil/base/a.png" alt="x">',
    ],
    ['outside the folder of uploads', '<img src="https://files.example/other/a.png" alt="x">'],
    ['above the folder of uploads', '<img src="https://files.example/base/../a.png" alt="x">'],
    [
      'above the folder of uploads in another notation',
      '<img src="https://files.example/base/%2e%2E/a.png" alt="x">',
    ],
    ['with a backslash', '<img src="https://files.example/base/..\\a.png" alt="x">'],
    ['with a query', '<img src="https://files.example/base/a.png?u=1" alt="x">'],
    ['with a fragment', '<img src="https://files.example/base/a.png#x" alt="x">'],
    ['that is no image', '<img src="https://files.example/base/a.html" alt="x">'],
    ['with an address without a scheme', `<img src="//files.example/base/a.png" alt="x">`],
    ['of a page of the panel', '<img src="/logout" alt="x">'],
    ['of a page of the panel that looks like a file', '<img src="/files/../logout.png" alt="x">'],
    ['that contains its data', '<img src="data:image/png;base64,AAAA" alt="x">'],
    ['that runs script', '<img src="javascript:alert(1)" alt="x">'],
    ['that runs script in another notation', '<img src=" java&#10;script:alert(1)" alt="x">'],
    ['without an address', '<img alt="x" onerror="alert(1)">'],
    ['with only a set of addresses', `<img srcset="${FILE} 1x" alt="x">`],
    ['without a text alternative', `<img src="${FILE}">`],
    ['with an empty text alternative', `<img src="${FILE}" alt=" ">`],
    ['of another site that has a second address', `<img src="//x" src="${FILE}" alt="x">`],
    [
      'with an address of 3,000 characters',
      `<img src="${FOLDER}${'a'.repeat(3_000)}.png" alt="x">`,
    ],
  ])('%s is removed', (_what, html) => {
    expect(sanitizeHtml(`<p>a</p>${html}<p>b</p>`, FOLDER)).toBe('<p>a</p><p>b</p>');
    expect(findForeignParts(html, FOLDER)).toEqual(['img']);
  });

  it.each([
    ['onerror="alert(1)" onload="alert(2)"', ''],
    ['srcset="https://evil.example/a.png 2x" sizes="1px"', ''],
    ['style="position:fixed;inset:0" class="x" id="y"', ''],
    ['width="120" height="3"', ' width="120"'],
    ['width="100%"', ''],
    ['width="99999"', ''],
    ['longdesc="javascript:alert(1)" usemap="#m" referrerpolicy="unsafe-url"', ''],
  ])('with the attributes %s keeps only those that it needs', (attributes, kept) => {
    const html = sanitizeHtml(
      `<img ${attributes} src="${FILE}" alt="A &quot;map&quot; &lt;b&gt;">`,
    );
    expect(html).toBe(`<img src="${FILE}" alt="A &quot;map&quot; &lt;b&gt;"${kept} />`);
  });

  it('that was uploaded stays, on the embedded host and on a remote one', () => {
    for (const src of [FILE, `${FOLDER}pictures/2026/a-1.jpg`, `${FOLDER}a%20b.webp`]) {
      expect(sanitizeHtml(`<img src="${src}" alt="x">`, FOLDER)).toBe(
        `<img src="${src}" alt="x" />`,
      );
      expect(findForeignParts(`<img src="${src}" alt="x">`, FOLDER)).toEqual([]);
    }
  });

  it('with an address of 200,000 characters is removed', () => {
    const address = `${FOLDER}${'a.'.repeat(100_000)}`;
    expect(sanitizeHtml(`<img src="${address}" alt="x">`, FOLDER)).toBe('');
  });
});

describe('a link that opens a new window', () => {
  it('gives the new page no access to the page with the link', () => {
    expect(sanitizeHtml('<a href="https://x.example" target="main" rel="opener">x</a>')).toBe(
      '<a href="https://x.example" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    );
  });
});

describe('the parts that the editor does not know', () => {
  it('are named, and the parts that the editor makes itself are not', () => {
    expect(findForeignParts('<p>a</p><img src="x"><div><video></video></div><img>')).toEqual([
      'img',
      'div',
      'video',
    ]);
    expect(
      findForeignParts(
        '<h1>a</h1><p><b>b</b></p><table><thead><tr><th>c</th></tr></thead></table>',
      ),
    ).toEqual([]);
    expect(findForeignParts('')).toEqual([]);
  });
});

describe('HTML as text', () => {
  it('has a line for each block, and no tags', () => {
    expect(
      toPlainText(
        '<h1>Title</h1><p>One &lt; two &amp; <strong>three</strong></p><ul><li>a</li><li>b</li></ul>',
      ),
    ).toBe('Title\nOne < two & three\na\nb');
    expect(toPlainText('plain')).toBe('plain');
  });

  it('shows images by their text alternatives', () => {
    expect(
      toPlainText(
        '<p>a</p><img src="/x.png" alt="A &quot;map&quot; &lt;1&gt;" /><p>b<img src="y"></p>',
      ),
    ).toBe('a\n[Image: A "map" <1>]\nb');
    expect(toPlainText("<img alt='of a host' src=x>")).toBe('[Image: of a host]');
  });

  it.each([
    ['spaces', `a${' '.repeat(400_000)}b`, 400_002],
    ['tags that never end', '<br'.repeat(130_000), 0],
    ['empty lines', `a${' \n'.repeat(200_000)}b`, 3],
  ])('can be made of a very long run of %s', (_what, html, length) => {
    expect(toPlainText(html)).toHaveLength(length);
  });
});
