import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { ImportJob, ImportReport } from '~/lib/core/host/import-job';
import { ImportReview } from '~/lib/import/import-review';
import { renderPart } from '../support/render-part';

const report: ImportReport = {
  rows: 1_205,
  added: 1_200,
  changed: 2,
  unchanged: 3,
  refused: 0,
  stopped: false,
  refusals: [],
  changes: [{ column: 'Phone code', records: 2 }],
  leftAside: ['Created'],
};

function review(job: Partial<ImportJob>) {
  const view = {
    title: 'Import Countries',
    list: 'countries',
    plural: 'Countries',
    name: 'country',
    fileName: 'countries.csv',
    job: { id: '1', state: 'checked' as const, rows: 1_205, report, message: null, ...job },
    canChoose: true,
    here: '/import/1',
    token: 't1',
  };
  return renderPart(<ImportReview view={view} />);
}

describe('the page of an import', () => {
  it('offers no import if rows are refused, but gives the reasons and the number of further refusals', () => {
    const refusals = [{ line: 4, reason: 'Name: is required\nStatus: “3” is not a status' }];
    const { page } = review({ report: { ...report, refused: 2, refusals, stopped: true } });
    expect(page.getByRole('alert').textContent).toContain('2 rows cannot be imported');
    expect(page.getByRole('row', { name: /^4 Name: is required ?Status/ })).toBeDefined();
    expect(page.getByText('And 1 more.')).toBeDefined();
    expect(page.getByText(/The rest of the file was not checked/)).toBeDefined();
    expect(page.queryByRole('button', { name: /^Import/ })).toBeNull();
    expect(page.queryByText('What would change')).toBeNull();
  });

  it('shows the values of a refused row beside the reason', () => {
    const cells = [
      { title: 'Name', text: 'Kabwata Clinic' },
      { title: 'Phone', text: 'abc' },
    ];
    const refusals = [{ line: 4, reason: 'Phone is wrong', cells }];
    const { page } = review({ report: { ...report, refused: 1, refusals } });
    const row = within(page.getByRole('row', { name: /^4 / }));
    expect(row.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Phone',
    ]);
    expect(row.getByText('Kabwata Clinic')).toBeDefined();
    expect(row.getByText('abc')).toBeDefined();
  });

  it('asks before it imports, with the number of rows', () => {
    const { page } = review({});
    expect(page.getByText('Nothing has been imported yet.')).toBeDefined();
    expect(page.getByRole('row', { name: 'Phone code 2' })).toBeDefined();
    expect(page.getByRole('button', { name: 'Import 1,202 rows' })).toBeDefined();
  });

  it.each([
    [
      ['Created'],
      'Not imported, because it has no name, or the panel computes the values itself: Created.',
    ],
    [
      ['Age', 'Created'],
      'Not imported, because they have no name, or the panel computes the values itself: Age, Created.',
    ],
  ])('names the columns that are not imported: %j', (leftAside, sentence) => {
    const { page } = review({ report: { ...report, leftAside } });
    expect(page.getByText(/^Not imported/).textContent).toBe(sentence);
  });

  it('has nothing to import if no row would change the list', () => {
    const { page } = review({ report: { ...report, added: 0, changed: 0 } });
    expect(page.getByText(/^Nothing to import/)).toBeDefined();
    expect(page.queryByRole('button')).toBeNull();
  });

  it('shows the progress of a check, which can be cancelled, and of an import, which cannot', () => {
    const checking = review({ state: 'checking', report: null, rows: 1 }).page;
    expect(checking.getByRole('status').textContent).toBe('1 row checked so far.');
    expect(checking.getByRole('button', { name: 'Cancel' })).toBeDefined();
    const applying = review({ state: 'applying', report: null }).page;
    expect(applying.getByRole('status').textContent).toBe('Saving the rows to the list.');
    expect(applying.queryByRole('button')).toBeNull();
    expect(applying.getByRole('link', { name: 'Show progress now' }).getAttribute('href')).toBe(
      '/import/1',
    );
  });

  it('says what was imported, or why nothing was imported, and links to the next page', () => {
    const done = review({ state: 'done' }).page;
    expect(done.getByText('Imported 1,202 countries.')).toBeDefined();
    expect(done.getByRole('link', { name: 'Go to Countries' }).getAttribute('href')).toBe(
      '/countries',
    );
    const failed = review({ state: 'failed', report: null, message: 'The file is too long.' }).page;
    expect(failed.getByRole('alert').textContent).toBe('The file is too long.');
    expect(failed.getByRole('link', { name: 'Choose a file again' })).toBeDefined();
  });
});
