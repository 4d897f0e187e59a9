import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { demoPanel } from '../support/embedded';
import { gif, makeFile, png } from '../support/files';
import { facility } from '../support/form-values';
import { startPanel } from '../support/panel';
import type { Visitor } from '../support/visitor';

const color = { Name: 'Leaf', Color: '#1B7F5C', Status: 'Active' };

async function upload(visitor: Visitor) {
  const body = new FormData();
  body.set('file', makeFile(png, 'picture.png', 'image/png'));
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
    /^The data folder \/sys\/panel-data cannot be written \([A-Z]+\): it must belong to the user who runs this command\.$/,
  );
});

describe('when the folder of uploads fails', () => {
  const demo = demoPanel();
  const folder = () => path.join(demo.panel.dataDir, 'files');
  const away = () => `${folder()}-away`;
  const uploaded = () => demo.sql('select upload_path from upload');

  /** Moves the folder away while `work` runs. `instead` puts something else in its place. */
  async function without(instead: () => void, work: () => Promise<void>) {
    renameSync(folder(), away());
    instead();
    await work();
    rmSync(folder(), { force: true, recursive: true });
    renameSync(away(), folder());
  }

  /** Saves a facility with a picture. Expects the form again, with an error message and all typed values. */
  async function expectRefusal(visitor: Visitor, picture = makeFile(png, 'a.png')) {
    const before = await uploaded();
    await visitor.open('/facility/add');
    await visitor.press('Save', facility, { 'Upload an image': picture });
    expect(visitor.status).toBe(400);
    expect(defined(visitor.page.getAllByRole('alert')[0]).textContent).toBe(
      'There is a problemUnable to upload thumbnail image. Please try again',
    );
    for (const [label, value] of Object.entries(facility))
      expect(visitor.shownValue(label)).toBe(value);
    expect(await uploaded()).toEqual(before);
    expect(await demo.sql(`select 1 from facility where facility_name = 'Matero Clinic'`)).toEqual(
      [],
    );
    expect((await visitor.request('/home')).status).toBe(200);
  }

  it('because nobody may write to it, the form keeps what was typed', async () => {
    const visitor = await demo.signedIn();
    // Not even the superuser may write to /sys.
    await without(
      () => symlinkSync('/sys', folder()),
      () => expectRefusal(visitor),
    );
    expect((await upload(visitor)).address).toMatch(/^\/files\//);
  });

  it('because the disk becomes full during an upload, no part of the file remains', async () => {
    const visitor = await demo.signedIn();
    const before = readdirSync(folder());
    // The limit for each file is more than the databases need, and less than the picture needs.
    const limit = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(demo.panel.pid), `--fsize=${bytes}:unlimited`]);
    limit('16000000');
    // GIF files are stored as they arrive.
    const large = Buffer.concat([gif, Buffer.alloc(20_000_000, 7)]);
    await expectRefusal(visitor, makeFile(large, 'a.gif'));
    limit('unlimited');
    expect(readdirSync(folder())).toEqual(before);
  });

  it('because it disappears during an upload, nothing is stored, and uploads work again when it is back', async () => {
    const visitor = await demo.signedIn();
    let isGone = false;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const send = (part: string | Buffer) => controller.enqueue(Buffer.from(part as Buffer));
        if (isGone) {
          send('\r\n--x--\r\n');
          controller.close();
          return;
        }
        send('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
        send(Buffer.concat([png, Buffer.alloc(500_000, 7)]));
        renameSync(folder(), away());
        symlinkSync('/sys', folder());
        isGone = true;
      },
    });
    const before = await uploaded();
    const answer = await visitor.request('/upload/facility/facility_thumbnailUrl', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { message: 'Unable to upload thumbnail image. Please try again' },
    ]);
    expect(await uploaded()).toEqual(before);
    rmSync(folder());
    renameSync(away(), folder());
    expect((await upload(visitor)).address).toMatch(/^\/files\//);
    expect(readdirSync(folder()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('a full disk', () => {
  const demo = demoPanel();

  /** Makes the system refuse every further byte of a file, as a full disk does, or lifts that limit. */
  const limitFiles = (bytes: '0' | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(demo.panel.pid), `--fsize=${bytes}:unlimited`]);

  it('is reported to users who save; forms keep their values, lists work, and no restart is needed', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/color/add');
    limitFiles('0');
    await visitor.press('Save', color);
    expect(visitor.status).toBe(503);
    expect(defined(visitor.page.getAllByRole('alert')[0]).textContent).toContain(
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
    const before = await demo.sql('select count(*) as n from upload');
    const list = await visitor.request('/colors');
    expect(list.status).toBe(200);
    expect(await list.text()).not.toContain('Leaf');
    const alive = await fetch(`${demo.panel.url}/healthz`);
    expect(alive.status).toBe(200);

    limitFiles('unlimited');
    await visitor.press('Save', color);
    expect(visitor.page.getByText('The color has been successfully saved!')).toBeTruthy();
    expect((await upload(visitor)).address).toMatch(/^\/files\//);
    expect(await demo.sql('select count(*) as n from upload')).not.toEqual(before);
    expect(await demo.sql(`select 1 from color where color_name = 'Leaf'`)).toHaveLength(1);
    expect(await demo.sql('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  it('an expired draft does not keep a form from opening', async () => {
    const visitor = await demo.signedIn();
    await demo.sql(
      `insert into kept_form (username, path_hash, content, created_at) values ('ann', 'hash', 'draft', 0)`,
    );
    limitFiles('0');
    await visitor.open('/color/add');
    limitFiles('unlimited');
    expect(visitor.status).toBe(200);
    expect(visitor.page.getByLabelText(/^Name/)).toBeTruthy();
    expect(await demo.sql('select username from kept_form')).toEqual([{ username: 'ann' }]);
    await visitor.open('/color/add');
    expect(await demo.sql('select username from kept_form')).toEqual([]);
  });

  it('uploads are refused while a file is in the place of their folder, and work when the folder is back', async () => {
    const visitor = await demo.signedIn();
    await upload(visitor);
    const files = path.join(demo.panel.dataDir, 'files');
    const before = await demo.sql('select count(*) as n from upload');
    renameSync(files, `${files}-away`);
    writeFileSync(files, '');
    expect((await upload(visitor)).message).toBe(
      'Unable to upload thumbnail image. Please try again',
    );
    expect(await demo.sql('select count(*) as n from upload')).toEqual(before);
    rmSync(files);
    renameSync(`${files}-away`, files);
    expect((await upload(visitor)).address).toMatch(/^\/files\//);
  });
});
