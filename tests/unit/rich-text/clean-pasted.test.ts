// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { sanitizeHtml } from 'shared/rich-text/sanitize';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanPasted } from '~/components/rich-text/clean-pasted';
import { buildExtensions } from '~/components/rich-text/extensions';

const FOLDER = 'https://files.example/';
const editors: Editor[] = [];
afterAll(() => {
  for (const editor of editors) editor.destroy();
});

/** Returns what the editor has after Word's HTML was pasted into it, as it is stored. */
function paste(body: string): string {
  const editor = new Editor({
    extensions: buildExtensions(FOLDER),
    injectCSS: false,
    editorProps: { transformPastedHTML: (html) => cleanPasted(html, FOLDER).html },
  });
  editors.push(editor);
  // jsdom has no ClipboardEvent, which is the default.
  editor.view.pasteHTML(word(body), new Event('paste') as ClipboardEvent);
  return sanitizeHtml(editor.getHTML(), FOLDER);
}

const word = (body: string) => `<html xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {mso-style-unhide:no; font-family:"Calibri",sans-serif;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->${body}<!--EndFragment--></body></html>`;

const item = (text: string, marker: string, level = 1, list = 'l0') =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:${list} level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>
`;

describe('a text from Word', () => {
  it('has the lists of Word as lists, with their levels and kinds', () => {
    expect(
      paste(
        item('Pills', '·') + item('daily', 'o', 2) + item('at night', 'o', 2) + item('Rings', '·'),
      ),
    ).toBe(
      '<ul><li><p>Pills</p><ul><li><p>daily</p></li><li><p>at night</p></li></ul></li><li><p>Rings</p></li></ul>',
    );
    expect(paste(item('One', '1.') + item('a', 'a)', 2) + item('Two', '2.'))).toBe(
      '<ol><li><p>One</p><ol type="a"><li><p>a</p></li></ol></li><li><p>Two</p></li></ol>',
    );
    expect(paste(item('Three', '3.'))).toBe('<ol start="3"><li><p>Three</p></li></ol>');
    expect(paste(item('Deep', '§', 3))).toContain('<p>Deep</p>');
  });

  it('has two lists where a paragraph or another kind of list is between', () => {
    const plain = '<p class=MsoNormal>Then<o:p></o:p></p>';
    expect(paste(item('A', '·') + plain + item('B', '·'))).toBe(
      '<ul><li><p>A</p></li></ul><p>Then</p><ul><li><p>B</p></li></ul>',
    );
    expect(paste(item('A', '·') + item('1', '1.', 1, 'l1'))).toBe(
      '<ul><li><p>A</p></li></ul><ol><li><p>1</p></li></ol>',
    );
  });

  it('has its title and headings as headings', () => {
    expect(
      paste(
        `<p class=MsoTitle>Guide<o:p></o:p></p><h1 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>Pills</h1><p class=MsoNormal style='mso-outline-level:3'>Side effects</p><h6>Deep</h6>`,
      ),
    ).toBe('<h1>Guide</h1><h1>Pills</h1><h3>Side effects</h3><h5>Deep</h5>');
  });

  it('has its tables as tables, with lists in their cells', () => {
    const html = paste(
      `<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'><thead><tr><td width=301 style='width:225.4pt'><p class=MsoNormal>Name<o:p></o:p></p></td></tr></thead><tr><td width=301>${item('Pills', '·')}</td></tr></table>`,
    );
    expect(html).toMatch(/<th[^>]*><p>Name<\/p><\/th>/);
    expect(html).toMatch(/<td[^>]*><ul><li><p>Pills<\/p><\/li><\/ul><\/td>/);
  });

  it('has bold, links, colours and alignment, and nothing of the template of Word', () => {
    expect(
      paste(
        `<p class=MsoNormal>First</p><p class=MsoNormal align=center style='text-align:center;line-height:107%'><b><span lang=EN-GB style='font-size:11.0pt;font-family:"Calibri",sans-serif;color:windowtext;mso-fareast-language:EN-US'>Take</span></b> <span style='color:red'>one</span> <a href="https://x.example/"><span style='mso-bidi-font-size:1pt'>daily</span></a><o:p></o:p></p>`,
      ),
    ).toMatch(
      /^<p>First<\/p><p style="text-align:\s?center"><strong>Take<\/strong> <span style="color:\s?red">one<\/span> <a [^>]*href="https:\/\/x.example\/"[^>]*>daily<\/a><\/p>$/,
    );
  });

  it('has no hostile part of a forged clipboard', () => {
    const html = paste(
      `<p class=MsoNormal onclick="alert(1)">a<img src=x onerror="alert(1)"><script>alert(1)</script><v:shape><v:imagedata src="file:///c:/a.png"/></v:shape></p>`,
    );
    expect(html).toBe('<p>a</p>');
  });
});

describe('pictures', () => {
  it.each([
    [
      'of Word',
      word(
        '<p class=MsoNormal>a<![if !vml]><img width=9 src="file:///C:/Users/a/clip_image001.png" v:shapes="x"><![endif]></p>',
      ),
    ],
    ['of a page', '<p>a<img src="https://other.example/a.png" alt="x"></p>'],
    ['in the text', '<p>a<img src="data:image/png;base64,AA=="></p>'],
  ])('%s are left out and counted', (_what, html) => {
    const cleaned = cleanPasted(html, FOLDER);
    expect(cleaned.leftOut).toBe(1);
    expect(cleaned.html).not.toContain('<img');
  });

  it('that were uploaded stay', () => {
    const html = `<p><img src="${FOLDER}a.png" alt="A map"></p>`;
    expect(cleanPasted(html, FOLDER)).toEqual({ html, leftOut: 0 });
  });
});

it('other HTML is not changed', () => {
  const html = '<p class="x" style="color: red">a<!-- b --></p>';
  expect(cleanPasted(html, FOLDER)).toEqual({ html, leftOut: 0 });
});
