import { png } from '../support/files';
import { open } from './support/steps';
import { expect, test } from './support/test';

test('an image is refused without a file and without a text alternative, then uploaded, chosen from the gallery, and saved', async ({
  page,
}) => {
  await open(page, '/resource/edit/2');
  await page.getByLabel(/^Content/).scrollIntoViewIfNeeded();
  const text = page.locator('.rich-text');
  await expect(text).toBeVisible();
  await text.press('ControlOrMeta+End');
  const tool = page.getByRole('button', { name: 'Image', exact: true });
  await tool.click();
  const row = page.getByRole('group', { name: 'Image', exact: true });
  const insert = row.getByRole('button', { name: 'Insert image' });
  await insert.click();
  await expect(row.getByRole('alert')).toHaveText('Choose an image to insert');

  await row.getByLabel('Image file').setInputFiles({
    name: 'not-an-image.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<script>alert(1)</script>'),
  });
  await expect(row.getByRole('alert')).toContainText('The image must be a PNG');
  await row.getByLabel('Image file').setInputFiles({
    name: 'pills.png',
    mimeType: 'image/png',
    buffer: png,
  });
  await expect(row.getByRole('img', { name: 'Chosen file' })).toBeVisible();
  await insert.click();
  await expect(row.getByRole('alert')).toHaveText('Enter a text alternative for the image');
  await row.getByLabel('Text alternative').fill('A box of pills');
  await row.getByLabel('Text alternative').press('Enter');
  await expect(row).toHaveCount(0);
  await expect(text.getByRole('img', { name: 'A box of pills' })).toBeVisible();

  await text.press('ControlOrMeta+End');
  await tool.click();
  await row.getByRole('button', { name: 'Choose from the gallery' }).click();
  const newest = row.getByRole('group', { name: 'Newest images of the gallery' });
  await newest.getByRole('button', { name: 'pills.png' }).first().click();
  await row.getByLabel('Text alternative').fill('The same box');
  await insert.click();
  await expect(text.getByRole('img', { name: 'The same box' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The resource has been successfully saved!')).toBeVisible();

  await open(page, '/resource/edit/2');
  await page.getByLabel(/^Content/).scrollIntoViewIfNeeded();
  await expect(text.getByRole('img', { name: 'A box of pills' })).toBeVisible();
  await expect(text.getByRole('img', { name: 'The same box' })).toBeVisible();
  await page.getByRole('link', { name: 'Record history' }).click();
  await expect(page.getByText('[Image: A box of pills]').first()).toBeVisible();
});

test('the row for an image closes with Escape, and changes the selected image', async ({
  page,
}) => {
  await open(page, '/facility/add');
  await page.getByLabel(/^Content/).scrollIntoViewIfNeeded();
  const text = page.locator('.rich-text');
  await expect(text).toBeVisible();
  const tool = page.getByRole('button', { name: 'Image', exact: true });
  await tool.click();
  const row = page.getByRole('group', { name: 'Image', exact: true });
  await row.getByLabel('Text alternative').press('Escape');
  await expect(row).toHaveCount(0);
  await expect(text).toBeFocused();
  await tool.click();
  await row.getByRole('button', { name: 'Choose from the gallery' }).click();
  await row
    .getByRole('group', { name: /^Newest/ })
    .getByRole('button')
    .first()
    .click();
  await row.getByLabel('Text alternative').fill('A first try');
  await row.getByRole('button', { name: 'Insert image' }).click();
  await text.getByRole('img', { name: 'A first try' }).click();
  await expect(tool).toHaveAttribute('aria-pressed', 'true');
  await tool.click();
  await expect(row.getByLabel('Text alternative')).toHaveValue('A first try');
  await row.getByLabel('Text alternative').fill('A clinic');
  await row.getByRole('button', { name: 'Insert image' }).click();
  await expect(text.getByRole('img')).toHaveCount(1);
  await expect(text.getByRole('img', { name: 'A clinic' })).toBeVisible();
});

test('a form is not saved while an image is uploaded, or before it is in the text', async ({
  page,
}) => {
  await open(page, '/resource/edit/4');
  await page.getByLabel(/^Description/).fill('Typed before the upload');
  await page.getByLabel(/^Content/).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  const row = page.getByRole('group', { name: 'Image', exact: true });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/upload/**', async (route) => {
    await held;
    await route.continue();
  });
  await row.getByLabel('Image file').setInputFiles({
    name: 'pills.png',
    mimeType: 'image/png',
    buffer: png,
  });
  const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(row.getByRole('alert')).toContainText('the image is still being uploaded');
  release();
  await expect(row.getByRole('img', { name: 'Chosen file' })).toBeVisible();
  await save.click();
  await expect(row.getByRole('alert')).toContainText('the image is not in the text yet');
  await expect(page.getByLabel(/^Description/)).toHaveValue('Typed before the upload');
  await row.getByLabel('Text alternative').fill('A late box');
  await row.getByRole('button', { name: 'Insert image' }).click();
  await save.click();
  await expect(page.getByText('The resource has been successfully saved!')).toBeVisible();
  await open(page, '/resource/edit/4');
  await page.getByLabel(/^Content/).scrollIntoViewIfNeeded();
  await expect(page.locator('.rich-text').getByRole('img', { name: 'A late box' })).toBeVisible();
});

test('a form is not saved without the picture that was refused', async ({ page }) => {
  await open(page, '/resource/edit/3');
  await page.getByLabel(/^Description/).fill('Typed beside a refused picture');
  const notAnImage = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('not an image') };
  await page.getByLabel(/^Upload an image/).setInputFiles(notAnImage);
  await expect(page.getByRole('alert')).toContainText('The thumbnail image must be a PNG');
  const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
  await save.click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toContainText('The thumbnail image must be a PNG');
  await expect(page.getByLabel(/^Description/)).toHaveValue('Typed beside a refused picture');
  // After the refusal has been said, the form can be saved without a picture.
  await save.click();
  await expect(page.getByText('The resource has been successfully saved!')).toBeVisible();
});
