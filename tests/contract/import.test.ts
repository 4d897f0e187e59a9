import { describe, expect, it } from 'vitest';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({ UPLOAD_TIMEOUT_MS: '700' });

const report = {
  rows: 3,
  added: 1,
  changed: 1,
  unchanged: 1,
  refused: 0,
  refusals: [],
  changes: [{ column: 'Code', records: 1 }],
  leftAside: [],
};

async function check() {
  await remote.visitor.open('/import');
  const file = new File(['Name,Code\nRed,#f00\n'], 'colors.csv');
  return remote.visitor.press('Check file', { List: 'Colors' }, { File: file });
}

describe('a remote host', () => {
  const failed = 'An error occured when checking the file. Please try again';
  it.each([
    ['has no such path', 404, '', 'This API host does not take imports'],
    ['takes no post there', 405, '', 'This API host does not take imports'],
    ['answers something else', 200, JSON.stringify(envelope([])), 'does not take imports'],
    ['refuses', 200, JSON.stringify(refusal('Not on Sundays')), 'Not on Sundays'],
    ['is in trouble', 500, '', failed],
    ['is unreadable', 200, '<p>Hello</p>', failed],
  ])('that %s is told of, and nothing waits', async (_what, status, body, words) => {
    remote.host.on('import/color', (_call, response) => {
      response.statusCode = status;
      response.end(body);
    });
    await check();
    expect(remote.visitor.status).toBe(400);
    expect(remote.visitor.page.getByRole('alert').textContent).toContain(words);
    expect(remote.visitor.shownValue('List')).toBe('Colors');
  });

  it('that is slow is told of, and is not imported to twice unknowingly', async () => {
    remote.host.on('import/color', () => envelope([report]));
    await check();
    remote.host.on('import/color', () => new Promise(() => {}));
    await remote.visitor.press('Import 2 rows');
    const { page } = remote.visitor;
    expect(page.getByText(/An error occured when importing the file/)).toBeTruthy();
    expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeTruthy();
  });

  it('gets the file, who imports, and the titles: first to check, then to import', async () => {
    remote.host.on('import/color', () => envelope([report]));
    await check();
    const [checked] = remote.host.to('import/color');
    for (const part of [
      /name="user"\r\n\r\nann\r\n/,
      /name="dryrun"\r\n\r\n1\r\n/,
      /name="titles"\r\n\r\n\{[^\n]*"Code":"color_code"/,
      /name="file"; filename="colors.csv"/,
      /Name,Code\nRed,#f00\n/,
    ])
      expect(checked.body).toMatch(part);
    await remote.visitor.press('Import 2 rows');
    expect(remote.host.to('import/color')[1].body).toMatch(/name="dryrun"\r\n\r\n0\r\n/);
    expect(remote.visitor.page.getByText('The file has been imported.')).toBeTruthy();
  });
});
