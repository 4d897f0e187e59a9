import { expect, it } from 'vitest';
import { checkFile, importFile } from '../support/import-steps';
import { envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({}, { shared: true, oneSession: false });
const CSV = 'Name,Code,Status\nAzure,#111111,Active\n';
const report = {
  ...{ rows: 1, added: 1, changed: 0, unchanged: 0, refused: 0 },
  ...{ refusals: [], changes: [], leftAside: [] },
};
const unlisted = /The history of the records does not list this import/;
const readPage = () => remote.visitor.document.querySelector('main')?.textContent ?? '';

/** Makes the host accept an import. `job` has the properties of the import that differ. */
function acceptImport(job: object = {}) {
  remote.host.on('import/color', ({ body }) => {
    const id = /name="id"\r\n\r\n([\w-]+)/.exec(body)?.[1] ?? '';
    const isCheck = /name="dryrun"\r\n\r\n1/.test(body);
    const state = isCheck ? 'checked' : 'done';
    const item = { id, state, rows: 1, report, message: null, ...job };
    remote.host.on(`import/state/${id}`, () => envelope([item]));
    return envelope([item]);
  });
}

it('the page of an import into a remote host, and the history of a record, say that the import is not listed', async () => {
  acceptImport();
  await importFile(remote.visitor, 'Colors', CSV);
  expect(readPage()).toContain('Imported 1 color.');
  expect(readPage()).toMatch(unlisted);
  remote.host.on('color/id/7', () => envelope([{ color_id: 7 }]));
  await remote.visitor.open('/history/color/7');
  expect(readPage()).toContain('Changes by other programs and by imports are not listed.');
});

it('the page of a refused import into a remote host says nothing about the history', async () => {
  acceptImport();
  await checkFile(remote.visitor, 'Colors', CSV);
  acceptImport({ state: 'refused', report: { ...report, refused: 1 } });
  await remote.visitor.press('Import 1 row');
  expect(readPage()).toContain('1 row cannot be imported');
  expect(readPage()).not.toMatch(unlisted);
});
