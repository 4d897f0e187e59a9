import type { Page } from '@playwright/test';
import { open } from './support/steps';
import { expect, test } from './support/test';

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=EN-GB><!--StartFragment-->
<h2>How to take PrEP<o:p></o:p></h2>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>One pill each day<o:p></o:p></p>
<p class=MsoNormal>See<![if !vml]><img width=9 height=9 src="file:///C:/Users/a/clip_image001.png" v:shapes="x"><![endif]><o:p></o:p></p>
<table class=MsoTableGrid><tr><td><p class=MsoNormal>Day<o:p></o:p></p></td></tr></table>
<!--EndFragment--></body></html>`;

/** Pastes into the element that has the focus, as a browser does. */
async function paste(page: Page, type: 'text/html' | 'image/png', content: string): Promise<void> {
  await page.evaluate(
    ([kind, text]) => {
      const clipboardData = new DataTransfer();
      if (kind === 'text/html') clipboardData.setData(kind, text);
      else clipboardData.items.add(new File([text], 'a.png', { type: kind }));
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    [type, content] as const,
  );
}

test('a text from Word has its heading, list and table in the editor, which says that a picture was left out', async ({
  page,
}) => {
  await open(page, '/resource/edit/4');
  await page.getByLabel(/^Content/).scrollIntoViewIfNeeded();
  const text = page.locator('.rich-text').first();
  await expect(text).toBeVisible();
  await text.press('ControlOrMeta+A');
  await text.press('Delete');
  await paste(page, 'text/html', WORD);
  await expect(text.getByRole('heading', { name: 'How to take PrEP', level: 2 })).toBeVisible();
  await expect(text.getByRole('listitem')).toHaveText('One pill each day');
  await expect(text.getByRole('cell', { name: 'Day' })).toBeVisible();
  await expect(text.locator('img:not(.ProseMirror-separator)')).toHaveCount(0);
  const said = page.getByText(/^1 picture was left out\. .*choose Image above and upload it\.$/);
  await expect(said).toBeVisible();
  await paste(page, 'text/html', '<p>More</p>');
  await expect(said).toHaveCount(0);
  await paste(page, 'image/png', 'x');
  await expect(said).toBeVisible();
});
