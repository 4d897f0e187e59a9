import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFile } from '../support/files';
import { startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

const withoutSharp = path.resolve(import.meta.dirname, '../support/without-sharp.mjs');
const photo = readFileSync(path.resolve(import.meta.dirname, '../fixtures/photo-with-place.jpg'));

it('without the package sharp, the start warns, and each upload of a picture asks', async () => {
  const panel = await startPanel({ DEMO_DATA: 'on', NODE_OPTIONS: `--import ${withoutSharp}` });
  try {
    expect(panel.output()).toMatch(/^Warning: .*sharp is not installed here/m);
    const visitor = new Visitor(panel.url);
    await visitor.signIn('mwansa@panel.example', 'demo-administrator');
    await visitor.open('/resource/edit/1');
    await visitor.press('Save', {}, { 'Upload a file': makeFile(photo, 'photo.jpg') });
    const alert = visitor.page.getByRole('alert').textContent;
    expect(alert).toContain('the package sharp is not installed here');
    const asItIs = 'Upload the picture as it is, with its place, device and time';
    await visitor.press('Save', {}, { [asItIs]: makeFile(photo, 'photo.jpg') });
    expect(visitor.page.queryByRole('alert')).toBeNull();
    await visitor.open('/file-manager');
    expect(visitor.page.getByRole('link', { name: 'photo.jpg' })).toBeTruthy();
  } finally {
    await panel.stop();
  }
});
