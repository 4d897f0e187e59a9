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

  it('comes out the same when it is cleaned twice', () => {
    const mess = '<p><b>a<i>b</b>c</i><script>1</script><table><tr><td>x &lt;script&gt;';
    expect(sanitizeHtml(sanitizeHtml(mess))).toBe(sanitizeHtml(mess));
    expect(sanitizeHtml(mess)).not.toMatch(/<script/);
  });
});

describe('a link that opens a page of its own', () => {
  it('gives that page no access to the page with the link', () => {
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

  it.each([
    ['spaces', `a${' '.repeat(400_000)}b`, 400_002],
    ['tags that never end', '<br'.repeat(130_000), 0],
    ['empty lines', `a${' \n'.repeat(200_000)}b`, 3],
  ])('is made of a very long run of %s as well', (_what, html, length) => {
    expect(toPlainText(html)).toHaveLength(length);
  });
});
