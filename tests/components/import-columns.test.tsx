import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { ImportReport, ReportColumn } from '~/lib/core/host/import-job';
import { ImportReview } from '~/lib/import/import-review';
import { SignLegend, VisibleText } from '~/lib/import/visible-text';
import { renderPart } from '../support/render-part';

const residency: ReportColumn = {
  ...{ name: 'residency', title: 'Residency', empty: 3, undecided: true },
  suspicious: [
    { kind: 'missing', count: 1, examples: [{ line: 2, text: 'NA' }] },
    { kind: 'variant', count: 2, examples: [{ line: 4, text: 'KAFUE', like: 'Kafue' }] },
  ],
  unknown: { count: 0, examples: [] },
};
const report: ImportReport = {
  ...{ rows: 9, added: 9, changed: 0, unchanged: 0, refused: 0, stopped: false },
  ...{ refusals: [], changes: [], leftAside: [] },
  columns: [residency],
  samples: {
    new: [
      { line: 2, cells: [{ title: 'Residency', text: 'Ka\nfue ', stored: 'Ka fue' }], more: 0 },
    ],
    changed: [{ line: 3, cells: [{ title: 'Status', text: 'x', before: 'y' }], more: 4 }],
  },
};

function review(changed: Partial<ImportReport> = {}, chosen?: Record<string, 'keep' | 'empty'>) {
  const view = {
    ...{ title: 'Check the import', list: 'participants', plural: 'Participants' },
    ...{ name: 'participant', fileName: 'data.csv', here: '/import/1', token: 't1' },
    job: {
      ...{ id: '1', state: 'checked' as const, rows: 9, message: null },
      report: { ...report, ...changed },
    },
    canChoose: true,
  };
  return renderPart(
    <ImportReview view={view} chosen={chosen} problem={chosen && 'Check again first'} />,
  );
}

describe('the choices for suspicious values', () => {
  it('are one group for each column, with examples, and stop at first', () => {
    const { page } = review();
    const group = page.getByRole('group', { name: 'Residency' });
    expect(group.textContent).toContain('1 value looks like a missing value: “NA” in line 2');
    expect(group.textContent).toContain(
      '2 values differ from earlier values only by case, spaces or marks: “KAFUE” beside “Kafue” in line 4',
    );
    const stop = within(group).getByRole<HTMLInputElement>('radio', {
      name: 'Stop: do not import',
    });
    expect([stop.name, stop.defaultChecked]).toEqual(['choice-residency', true]);
    expect(page.queryByRole('button', { name: /^Import/ })).toBeNull();
    expect(page.getByRole('button', { name: 'Check again with these choices' })).toBeDefined();
    expect(page.getByRole('row', { name: 'Residency 3 3 0' })).toBeDefined();
  });

  it('are beside the phone numbers that are in several rows', () => {
    const repeated = { count: 1, examples: [{ line: 9, text: '097 1', first: 3 }] };
    const { page } = review({ columns: [{ ...residency, repeated }] });
    expect(page.getByRole('rowheader', { name: /Residency/ }).textContent).toContain(
      '1 row has the number of another row: “097 1” in line 9, as in line 3',
    );
  });

  it('are kept beside the reason if the form was refused', () => {
    const decided = { ...residency, undecided: false, choice: 'empty' as const };
    const { page } = review({ columns: [decided] }, { residency: 'keep' });
    expect(page.getByRole('alert').textContent).toContain('Check again first');
    const keep = page.getByRole<HTMLInputElement>('radio', { name: 'Keep them as they are' });
    expect(keep.defaultChecked).toBe(true);
    expect(page.getByRole('button', { name: 'Import 9 rows' })).toBeDefined();
  });
});

describe('the first rows', () => {
  it('show new values, and former ones beside them, with their lines', () => {
    const { page } = review();
    const lines = page.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(lines).toEqual(['Line 2', 'Line 3']);
    expect(page.getByText('And 4 more columns.')).toBeDefined();
    const [added, changed] = page
      .getAllByRole('definition')
      .filter((cell) => cell.closest('ol'))
      .map(({ textContent }) => textContent);
    expect(added).toBe('Ka¶ (line end) fue␣ (space) , saved as Ka fue');
    expect(changed).toBe('y becomes x');
  });
});

describe('a value', () => {
  it.each([
    ['a b', 'a b'],
    ['', '(empty)'],
    ['  a', '␣␣ (2 spaces) a'],
    ['a  b\t', 'a␣␣ (2 spaces) b→ (tab) '],
    ['a\u00a0\u200bb', 'a° (no-break space) ◇ (invisible character) b'],
    ['a\r\n\r\nb', 'a¶¶ (2 line ends) b'],
    ['\u0000', '◇ (invisible character) '],
  ])('%j is shown as %j', (text, shown) => {
    const { document } = renderPart(
      <p id="value">
        <VisibleText text={text} />
      </p>,
    );
    expect(document.querySelector('#value')?.textContent).toBe(shown);
  });

  it('has a legend for its signs', () => {
    const { page } = renderPart(<SignLegend />);
    for (const words of ['no-break space', 'tab', 'line end', 'invisible character'])
      expect(page.getByText(words)).toBeDefined();
  });
});
