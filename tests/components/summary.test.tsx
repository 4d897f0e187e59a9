import { describe, expect, it } from 'vitest';
import type { SummaryGroup, SummaryTable, SummaryView } from '~/lib/core/list/summary-view';
import { makeScale } from '~/lib/summary/scale';
import Summary from '~/lib/summary/summary';
import { renderPart } from '../support/render-part';

const PATH = '/participants';
const yes: SummaryGroup = { text: 'Yes', kind: 'value', search: 'own_phone.in=Yes' };
const none: SummaryGroup = { text: 'No answer', kind: 'none', search: 'own_phone.empty=yes' };
const other: SummaryGroup = { text: 'Other', kind: 'other' };
const ann: SummaryGroup = {
  text: 'ann@study.example',
  kind: 'value',
  search: 'peer_navigator.in=ann%40study.example',
  isHidden: true,
};

const months: SummaryGroup[] = ['January', 'February', 'March'].map((month, index) => ({
  text: `${month} 2024`,
  short: `${month.slice(0, 3)} 2024`,
  kind: 'period',
  search: `next_date.from=2024-0${index + 1}-01&next_date.to=2024-0${index + 1}-28`,
}));

const bars: SummaryTable = {
  caption: 'Number of participants by Own Phone',
  asOf: '1 March 2026 14:30',
  rowTitle: 'Own Phone',
  figureTitle: 'Number of rows',
  picture: 'bars',
  rows: [yes, none, other],
  cells: [[[1200, 1200]], [[300, 300]], [[0, 0]]],
  rowTotals: [
    [1200, 1200],
    [300, 300],
    [0, 0],
  ],
  columnTotals: [],
  total: [1500, 1500],
  links: { path: PATH, cell: 'q=a', row: 'q=a', column: 'q=a', total: 'q=a' },
};

function render(table: SummaryTable | undefined) {
  const summary: SummaryView = {
    form: {
      groupings: [{ title: 'Phones', options: [{ value: 'own_phone', label: 'Own Phone' }] }],
      figures: [{ value: 'count', label: 'Number of rows' }],
      first: 'own_phone',
      second: '',
      figure: 'count',
      hiddenInputs: [{ name: 'q', value: 'a' }],
    },
    table,
    exportHref: `/export${PATH}?by=own_phone`,
  };
  return renderPart(<Summary summary={summary} path={PATH} />);
}

function findPicture(document: Document): Element {
  const picture = document.querySelector('svg[role="group"]');
  if (!picture) throw new Error('no picture');
  return picture;
}

const readTitles = (picture: Element) =>
  [...picture.querySelectorAll('a > title, g > title')].map(({ textContent }) => textContent);

describe('the picture of a summary', () => {
  it('is missing if the rows could not be counted, but the form is there', () => {
    const { page, document } = render(undefined);
    expect(document.querySelector('svg')).toBeNull();
    expect(page.getByRole('button', { name: 'Summarize' })).toBeDefined();
  });

  it('is missing if no rows match', () => {
    const { page, document } = render({ ...bars, rows: [], cells: [], rowTotals: [] });
    expect(document.querySelector('svg')).toBeNull();
    expect(page.getByText(/^No rows match/)).toBeDefined();
  });

  it('has a title and a description, which say what it shows', () => {
    const { document } = render(bars);
    const picture = findPicture(document);
    const read = (name: string) =>
      document.getElementById(picture.getAttribute(name) ?? '')?.textContent;
    expect(read('aria-labelledby')).toBe('Number of participants by Own Phone');
    expect(read('aria-describedby')).toBe(
      'A bar for each Own Phone. Highest: Yes with 1,200. The table has all figures.',
    );
  });

  it('has bars that are as long as their figures, and lead to their rows', () => {
    const picture = findPicture(render(bars).document);
    expect(readTitles(picture)).toEqual(['Yes: 1,200', 'No answer: 300', 'Other: 0']);
    const widths = [...picture.querySelectorAll('.bar')].map((bar) => bar.getAttribute('width'));
    expect(widths).toEqual(['100%', '25%', '0%']);
    expect([...picture.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '/participants?q=a&own_phone.in=Yes',
      '/participants?q=a&own_phone.empty=yes',
    ]);
  });

  it('begins bars of figures below zero at zero', () => {
    const rowTotals: SummaryTable['rowTotals'] = [
      [30, 1],
      [-10, 1],
      [null, 1],
    ];
    const picture = findPicture(render({ ...bars, rowTotals }).document);
    const places = [...picture.querySelectorAll('.bar')].map((bar) => [
      bar.getAttribute('x'),
      bar.getAttribute('width'),
    ]);
    expect(places).toEqual([
      ['25%', '75%'],
      ['0%', '25%'],
      ['25%', '0%'],
    ]);
  });

  it('divides stacked bars, with letters that the legend explains', () => {
    const table: SummaryTable = {
      ...bars,
      picture: 'stacked',
      columnTitle: 'Own Phone',
      columns: [yes, none],
      rows: [months[0] ?? other, other],
      cells: [
        [
          [30, 30],
          [10, 10],
        ],
        [
          [0, 0],
          [1, 1],
        ],
      ],
      rowTotals: [
        [40, 40],
        [1, 1],
      ],
      columnTotals: [
        [30, 30],
        [11, 11],
      ],
    };
    const { document } = render(table);
    const picture = findPicture(document);
    expect([...picture.querySelectorAll('.letter')].map(({ textContent }) => textContent)).toEqual([
      'A',
      'B',
    ]);
    expect(picture.querySelector('.letter-wide')).toBeNull();
    const parts = [...picture.querySelectorAll('.series')].map((part) => [
      part.getAttribute('x'),
      part.getAttribute('width'),
    ]);
    expect(parts).toEqual([
      ['0%', '75%'],
      ['75%', '25%'],
      ['0%', '2.5%'],
    ]);
    const legend = [...document.querySelectorAll('.legend li')].map((item) => item.textContent);
    expect(legend).toEqual(['AYes', 'BNo answer']);
  });

  it('shows letters in narrow parts only on wide screens, and none where there is no space', () => {
    const parts = [400, 15, 5].map((figure): readonly [number, number] => [figure, figure]);
    const { document } = render({
      ...bars,
      ...{ picture: 'stacked', columnTitle: 'Own Phone', columns: [yes, other, none] },
      ...{ rows: [yes], cells: [parts], rowTotals: [[420, 420]], columnTotals: parts },
    });
    const letters = [...findPicture(document).querySelectorAll('.letter')];
    expect(letters.map((letter) => letter.textContent)).toEqual(['A', 'B']);
    expect(letters.map((letter) => letter.classList.contains('letter-wide'))).toEqual([
      false,
      true,
    ]);
  });

  it('cuts long texts of groups, which the table and the title of the bar have whole', () => {
    const text = 'A very long answer that some people have typed into a field of a form';
    const long: SummaryGroup = { text, kind: 'value', search: 'own_phone.in=A' };
    const { page, document } = render({ ...bars, rows: [long, none, other] });
    const picture = findPicture(document);
    expect(picture.querySelector('text')?.textContent).toBe('A very long answer that some people…');
    expect(readTitles(picture)[0]).toBe(`${text}: 1,200`);
    expect(page.getByRole('rowheader', { name: text })).toBeDefined();
  });

  it('interrupts the line where there is no figure, and names what has no date', () => {
    const rowTotals: SummaryTable['rowTotals'] = [
      [2.5, 2],
      [null, 0],
      [7, 3],
      [1, 1],
    ];
    const { page, document } = render({
      ...bars,
      picture: 'line',
      rows: [...months, none],
      cells: rowTotals.map((total) => [total]),
      rowTotals,
    });
    const picture = findPicture(document);
    expect(picture.querySelectorAll('polyline')).toHaveLength(2);
    expect(readTitles(picture)).toEqual(['January 2024: 2.5', 'March 2024: 7']);
    expect(picture.textContent).toContain('Mar 2024');
    expect(page.getByText('Not in the picture, but in the table: No answer.')).toBeDefined();
  });

  it('leads to the button of the table if the link would name a person', () => {
    const { page, document } = render({ ...bars, rows: [ann, none, other] });
    expect(findPicture(document).querySelector('a')?.getAttribute('href')).toBe('#row-1');
    const button = page.getByRole('button', { name: 'ann@study.example' });
    const form = button.closest('form');
    expect(form?.getAttribute('action')).toBe('/view/participants');
    expect(form?.querySelector('input')?.getAttribute('name')).toBe('q');
    expect(document.getElementById('row-1')?.contains(button)).toBe(true);
  });
});

describe('the files of a summary', () => {
  it('are offered as Excel and JSON, with the address of the list', () => {
    const { page } = render(bars);
    const buttons = ['Export as Excel', 'Export as JSON'].map((name) =>
      page.getByRole<HTMLButtonElement>('button', { name }),
    );
    expect(buttons.map(({ name, value }) => [name, value])).toEqual([
      ['format', 'xlsx'],
      ['format', 'json'],
    ]);
    const form = buttons[0]?.closest('form');
    expect(form?.getAttribute('action')).toBe('/export/participants?by=own_phone');
    expect(form?.getAttribute('method')).toBe('post');
  });

  it('are not offered without rows', () => {
    const { page } = render({ ...bars, rows: [], cells: [], rowTotals: [] });
    expect(page.queryByRole('button', { name: /Export as/ })).toBeNull();
  });
});

describe('the scale of a picture', () => {
  it.each([
    [[], 0, 1],
    [[null, 0], 0, 1],
    [[7, 3], 0, 8],
    [[0.03], 0, 0.04],
    [[0.006], 0, 0.006],
    [[5], 0, 6],
    [[120], 0, 120],
    [[121], 0, 160],
    [[-30, -5], -40, 0],
    [[-1, 480], -1, 600],
  ])('contains zero and %j, and ends at round numbers', (figures, low, high) => {
    const scale = makeScale(figures, true);
    expect(scale.low).toBe(low);
    expect(scale.high).toBe(high);
    expect([scale.place(low), scale.place(high)]).toEqual([0, 100]);
  });
});
