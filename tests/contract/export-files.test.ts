import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../support/csv-file';
import { envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({ API_MAX_BYTES: '100000' });
const LIST = '/colors?cols=color_id,color_name,c_status';
const colors = [
  { color_id: 1, color_name: '=1+1', c_status: 'Active' },
  { color_id: 2, color_name: 'Grün', c_status: 'Disabled' },
];

/** Orders a file of the colors, and returns the address to which the panel redirects. */
async function order(format: string): Promise<string> {
  const body = new URLSearchParams({ format, style: 'codes' });
  const answer = await remote.visitor.request(`/export-as${LIST}`, { method: 'POST', body });
  return answer.headers.get('location') ?? '';
}

/** Orders a file that is not made, and shows the page that says why. */
async function failToOrder(format: string): Promise<void> {
  const body = new URLSearchParams({ format, style: 'codes' });
  await remote.visitor.open(`/export-as${LIST}`, { method: 'POST', body });
  expect(remote.visitor.status).toBe(400);
}

describe('a file for analysis of a remote host', () => {
  it('has the host’s rows with declared codes, without downloadJson', async () => {
    const { host, visitor } = remote;
    host.on('color/list', () => envelope(colors));
    await visitor.open(LIST);
    visitor.page.getByRole('link', { name: 'Other formats' });
    const path = await order('csv');
    const answer = await visitor.request(`${path}/data`);
    const file = Buffer.from(await answer.arrayBuffer());
    expect(readCsv(file.toString())).toEqual([
      ['color_id', 'color_name', 'c_status'],
      ['1', "'=1+1", '1'],
      ['2', 'Grün', '2'],
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(host.to('downloadJson')).toEqual([]);
    await expect.poll(() => host.entries('Export')).toHaveLength(2);
    const sha256 = createHash('sha256').update(file).digest('hex');
    expect(host.entries('Export').join('\n')).toContain(`SHA-256 ${sha256}`);
  });

  it('is not made of a list that is too long, and the message says so', async () => {
    const { host, visitor } = remote;
    const long = Array.from({ length: 2_000 }, (_, at) => ({
      color_id: at,
      color_name: 'x'.repeat(60),
    }));
    host.on('color/list', () => envelope(long));
    await failToOrder('xlsx');
    expect(visitor.page.getByRole('main').textContent).toContain(
      'This list is too long to be shown here',
    );
    expect(host.entries('Export')).toEqual([]);
  });

  it('is not made when the host fails, and the message is that of the list', async () => {
    const { host, visitor } = remote;
    host.on('color/list', (_call, response) => {
      response.statusCode = 500;
      response.end('broken');
    });
    await failToOrder('json');
    expect(visitor.page.getByRole('main').textContent).toMatch(
      /Unable to process server response|An error occured when loading colors from server/,
    );
  });
});
