import { expect, it } from 'vitest';
import { exportFull } from '../support/full-export';
import { envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({ EXPORT_BY: 'panel' });

it('with EXPORT_BY=panel, the panel makes the export, and quotes its cells for every spreadsheet', async () => {
  const { host, visitor } = remote;
  const names = ['a;b', 'a\tb', 'a"b', 'a,b', 'a\nb', 'a\rb', 'x;=1+1', 'plain', 'Ñandú'];
  const date = '2026-03-05 14:30:59';
  host.on('analytic/list', () =>
    envelope(names.map((subject, at) => ({ id: at + 1, subject, start_date: date }))),
  );
  const answer = await exportFull(visitor, '/analytics?cols=subject,start_date&sort=id');
  const file = Buffer.from(await answer.arrayBuffer()).toString();
  const cells = [
    '"a;b"',
    '"a\tb"',
    '"a""b"',
    '"a,b"',
    '"a\nb"',
    '"a\rb"',
    '"x;\'=1+1"',
    'plain',
    'Ñandú',
  ];
  expect(file).toBe(
    ['\uFEFFSubject,Start Date', ...cells.map((cell) => `${cell},2026-03-05 14:30`), ''].join(
      '\r\n',
    ),
  );
  expect(host.to('downloadJson')).toEqual([]);
  await expect.poll(() => host.entries('Export')).toHaveLength(2);
});

it('an export without rows has only the column titles', async () => {
  remote.host.on('analytic/list', () => envelope([]));
  const answer = await exportFull(remote.visitor, '/analytics?cols=id');
  expect(await answer.text()).toBe('ID\r\n');
});
