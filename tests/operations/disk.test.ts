import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import { fileOf, png } from '../support/files';
import { startPanel } from '../support/panel';
import type { Visitor } from '../support/visitor';

const color = { Name: 'Leaf', Color: '#1B7F5C', Status: 'Active' };

async function upload(visitor: Visitor) {
  const body = new FormData();
  body.set('file', fileOf(png, 'picture.png', 'image/png'));
  const answer = await visitor.request('/upload/facility/facility_thumbnailUrl', {
    method: 'POST',
    body,
  });
  return (await answer.json()) as { address?: string; message?: string };
}

it('a data folder that cannot be written is refused in one sentence', async () => {
  const error: Error = await startPanel({ DATA_DIR: '/sys/panel-data' }).then(
    () => Promise.reject(new Error('the panel started')),
    (refusal) => refusal,
  );
  expect(error.message.split('\n').slice(1).join('\n').trim()).toMatch(
    /^The data folder \/sys\/panel-data cannot be written \([A-Z]+\): it must belong to the user who runs this\.$/,
  );
});

describe('a disk that takes no more', () => {
  const demo = demoPanel();

  /** The system refuses every further byte of a file, as a full disk does, or takes them again. */
  const limitFiles = (bytes: '0' | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(demo.panel.pid), `--fsize=${bytes}:unlimited`]);

  it('is told to who saves, keeps what was typed, lets people read, and is over without a restart', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/color/add');
    limitFiles('0');
    await visitor.press('Save', color);
    expect(visitor.status).toBe(503);
    expect(visitor.page.getAllByRole('alert')[0].textContent).toContain(
      'The panel cannot store anything at the moment, so nothing was saved.',
    );
    expect(visitor.shownValue('Name')).toBe('Leaf');
    await expect.poll(() => demo.panel.output()).toContain('the data folder cannot be written');

    const stranger = await demo.signedIn('researcher');
    expect(stranger.status).toBe(503);
    expect(stranger.page.getByText(/cannot store anything at the moment/)).toBeTruthy();
    expect((await upload(visitor)).message).toBe(
      'Unable to upload thumbnail image. Please try again',
    );
    const before = await demo.sql('host', 'select count(*) as n from upload');
    const list = await visitor.request('/colors');
    expect(list.status).toBe(200);
    expect(await list.text()).not.toContain('Leaf');
    const alive = await fetch(`${demo.panel.url}/healthz`);
    expect(alive.status).toBe(200);

    limitFiles('unlimited');
    await visitor.press('Save', color);
    expect(visitor.page.getByText('The color has been successfully saved!')).toBeTruthy();
    expect((await upload(visitor)).address).toMatch(/^\/files\//);
    expect(await demo.sql('host', 'select count(*) as n from upload')).not.toEqual(before);
    expect(await demo.sql('host', `select 1 from color where color_name = 'Leaf'`)).toHaveLength(1);
    for (const database of ['host', 'panel'] as const)
      expect(await demo.sql(database, 'pragma integrity_check')).toEqual([
        { integrity_check: 'ok' },
      ]);
  });

  it('a folder of uploads that is gone loses no other work, and can be put back', async () => {
    const visitor = await demo.signedIn();
    await upload(visitor);
    const files = path.join(demo.panel.dataDir, 'files');
    const before = await demo.sql('host', 'select count(*) as n from upload');
    renameSync(files, `${files}-away`);
    writeFileSync(files, '');
    expect((await upload(visitor)).message).toBe(
      'Unable to upload thumbnail image. Please try again',
    );
    expect(await demo.sql('host', 'select count(*) as n from upload')).toEqual(before);
    rmSync(files);
    renameSync(`${files}-away`, files);
    expect((await upload(visitor)).address).toMatch(/^\/files\//);
  });
});
