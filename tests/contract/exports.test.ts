import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { BYTE_ORDER_MARK, hostFile, readCsv, sentRows } from '../support/csv-file';
import { exportFull, orderFull } from '../support/full-export';
import { type Call, envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { take } from '../support/take';

const remote = remotePanel({}, { shared: true, oneSession: false });

const CHANGED =
  'Your file of Phones: the API host changed some values in it, so the panel made the file instead, with the values of the list.';
const INCOMPLETE =
  'Your file of Phones: the file of the API host did not have the same rows and columns, so the panel made the file instead.';
const UNREADABLE =
  'Your file of Phones: the panel could not read the file that the API host made, so the panel made the file itself.';
const FAILED = 'An error occured when downloading the file';

/** A name of digits that occurs in no other entry of a log by chance. */
const DIGITS = '000700070007';
const phones = [
  { phone_number: '+260970000020', phone_name: DIGITS, phone_createdate: '2024-03-05 10:00:00' },
  { phone_number: '+260970000021', phone_name: 'Áine; "x"', phone_createdate: '2024-03-06' },
];
const LIST = '/phones?cols=phone_number,phone_name,phone_createdate';
const table = [
  ['Number', 'Name', 'Registered'],
  ['+260970000020', DIGITS, '2024-03-05'],
  ['+260970000021', 'Áine; "x"', '2024-03-06'],
];

type Answer = (call: Call) => string | Buffer;

/** Exports the phones from a host that answers `downloadJson` with what `answer` returns. */
async function exportFrom(answer: Answer, rows: readonly object[] = phones, status = 200) {
  const { host, visitor } = remote;
  host.on('phone/list', () => envelope(rows));
  host.on('downloadJson', (call, response) => {
    response.statusCode = status;
    response.setHeader('content-type', 'text/html; charset=UTF-8');
    response.end(answer(call));
  });
  await visitor.open(LIST);
  const { made, file } = await orderFull(visitor, LIST);
  const text = file.ok ? Buffer.from(await file.arrayBuffer()).toString() : '';
  await visitor.open(made.headers.get('location') ?? '');
  const page = [...visitor.document.querySelectorAll('main p')].map((p) => p.textContent ?? '');
  const notice = page.find((line) => line.startsWith('Your file of Phones')) ?? '';
  return { file, text, notice, page: page.join('\n') };
}

/** Returns the entries of exports, without those of downloads. */
const entries = () => remote.host.entries('Export').filter((text) => !text?.includes('Download'));

/** Returns the log entries about files of the host that differ from the rows of the list. */
function differences(): { difference: string; column?: string; list: string }[] {
  const lines = remote.panel.output().split('\n');
  return lines
    .filter((line) => line.includes('"difference"'))
    .map((line) => JSON.parse(line))
    .map(({ difference, column, list, level }) => ({ difference, column, list, level }));
}

describe('a pseudonymised export', () => {
  it('is not made while the host is down', async () => {
    const { host, visitor } = remote;
    host.on('phone/list', (_call, response) => void response.destroy());
    const body = new URLSearchParams({ format: 'list', style: 'words' });
    const answer = await visitor.request(`/export-as${LIST}`, { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(host.entries('Export')).toEqual([]);
  });

  it('is made by the panel, so that the host does not learn the pseudonyms', async () => {
    const { host, visitor } = remote;
    host.on('phone/list', () => envelope(phones));
    host.on('participant/list/1/0/na', () =>
      envelope([{ id: 7, study_number: 'SN-7', phone_number: phones[0]?.phone_number }]),
    );
    const body = new URLSearchParams({ format: 'list', style: 'words' });
    const read = async (list: string) => {
      const made = await visitor.request(`/export-as${list}`, { method: 'POST', body });
      const file = await visitor.request(`${made.headers.get('location')}/data`);
      return readCsv(await file.text());
    };
    const [titles, ...rows] = await read(LIST);
    expect(titles).toEqual(['Number', 'Registered']);
    const [, participant] = await read('/participants?cols=study_number,phone_number');
    expect(participant).toEqual([expect.stringMatching(/^p[0-9a-f]{16}$/)]);
    expect(rows.map(([number]) => number)).toContain(participant?.[0]);
    expect(rows).toHaveLength(2);
    expect(host.to('downloadJson')).toEqual([]);
    expect(JSON.stringify(host.calls)).not.toContain(participant?.[0]);
  });
});

describe('an export by a host', () => {
  it('is passed on as the host made it, with the byte order mark by which spreadsheets recognize UTF-8', async () => {
    const made = await exportFrom(hostFile);
    expect(remote.host.to('downloadJson')).toHaveLength(1);
    const [call] = take(remote.host.to('downloadJson'), 1);
    expect(sentRows(call).map((row) => Object.values(row))).toEqual(table.slice(1));
    expect(made.text).toBe(BYTE_ORDER_MARK + hostFile(call));
    expect(made.notice).toBe('');
    const marked = await exportFrom((again) => BYTE_ORDER_MARK + hostFile(again));
    expect(marked.text).toBe(made.text);
    expect(differences()).toEqual([]);
  });

  it('may have other delimiters, line ends and quotes', async () => {
    for (const [delimiter, end] of [
      [';', '\r\n'],
      ['\t', '\n'],
      [',', '\r\n'],
    ]) {
      const write = (rows: string[][]) =>
        rows
          .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter) + end)
          .join('');
      const made = await exportFrom(() => write(table));
      expect([delimiter, made.text]).toEqual([delimiter, BYTE_ORDER_MARK + write(table)]);
      expect(made.notice).toBe('');
    }
  });

  const changes: [string, string, string, string | undefined, (rows: string[][]) => string[][]][] =
    [
      [
        'a plus sign at the beginning',
        CHANGED,
        'value changed',
        'Number',
        (rows) => rows.map((row) => row.map((cell) => cell.replace(/^\+/, ''))),
      ],
      [
        'zeros at the beginning',
        CHANGED,
        'value changed',
        'Name',
        (rows) => rows.map((row) => row.map((cell) => cell.replace(/^0+/, ''))),
      ],
      [
        'the form of dates',
        CHANGED,
        'value changed',
        'Registered',
        (rows) => rows.map((row) => row.map((cell) => cell.replace('2024-03-05', '05/03/2024'))),
      ],
      [
        'spaces at the end',
        CHANGED,
        'value changed',
        'Name',
        (rows) => rows.map((row) => row.map((cell) => (cell === DIGITS ? `${DIGITS} ` : cell))),
      ],
      [
        'the columns by adding one without a name',
        INCOMPLETE,
        'columns added',
        undefined,
        (rows) => rows.map((row, at) => [at === 0 ? '' : String(at - 1), ...row]),
      ],
      [
        'the columns by leaving one out',
        INCOMPLETE,
        'columns missing',
        'Name',
        (rows) => rows.map((row) => row.toSpliced(1, 1)),
      ],
      [
        'the order of the columns',
        INCOMPLETE,
        'columns moved',
        undefined,
        (rows) => rows.map((row) => [...row].reverse()),
      ],
      [
        'the order of the rows',
        INCOMPLETE,
        'rows moved',
        undefined,
        ([head = [], ...rows]) => [head, ...rows.reverse()],
      ],
      [
        'the number of rows by leaving one out',
        INCOMPLETE,
        'rows missing',
        undefined,
        (rows) => rows.slice(0, 2),
      ],
      [
        'the number of rows by repeating one',
        INCOMPLETE,
        'rows added',
        undefined,
        (rows) => [...rows, defined(rows[1])],
      ],
    ];

  it.each(changes)('that changes %s is replaced by a file of the panel', async (...given) => {
    const [, words, difference, column, change] = given;
    const before = differences().length;
    const { file, text, notice } = await exportFrom((call) => hostFile(call, change));
    expect(text.startsWith(BYTE_ORDER_MARK)).toBe(true);
    expect(readCsv(text)).toEqual(table);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="phones.csv"');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(notice).toContain(words);
    expect(differences().slice(before)).toEqual([
      { difference, column, list: 'Phones', level: 40 },
    ]);
    await expect.poll(entries).toHaveLength(1);
    for (const { phone_number, phone_name } of phones) {
      expect(remote.panel.output()).not.toContain(phone_number.slice(1));
      expect(remote.panel.output()).not.toContain(phone_name);
    }
  });

  it.each([
    ['a spreadsheet’s own file', Buffer.from('PK\x03\x04\x14\0\x06\0\xff\xfe', 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${table.join('\r\n')}`, 'utf16le')],
    ['Latin-1', Buffer.from(table.join('\n'), 'latin1')],
    ['a quotation mark that is never closed', 'Number,Name,Registered\n"1,2,3\n'],
  ])('that is no CSV in UTF-8 (%s) is replaced by a file of the panel', async (_, body) => {
    const before = differences().length;
    const { text, notice } = await exportFrom(() => body);
    expect(readCsv(text)).toEqual(table);
    expect(notice).toContain(UNREADABLE);
    expect(differences().slice(before)).toMatchObject([{ difference: 'not CSV', list: 'Phones' }]);
  });

  it.each(['', '""', '[]', '\uFEFF', '\n'])(
    'of an empty list (%j) is a file with only the column titles, and causes no message',
    async (body) => {
      const before = differences().length;
      const { text, notice } = await exportFrom(() => body, []);
      expect(defined(remote.host.to('downloadJson')[0]).fields.ujson).toBe('[]');
      expect(readCsv(text)).toEqual([table[0]]);
      expect(notice).toBe('');
      expect(differences()).toHaveLength(before);
    },
  );

  it.each(['', '""', '<h1>It works!</h1>', JSON.stringify(envelope([]))])(
    'that holds none of the rows (%j) is replaced by a file of the panel',
    async (body) => {
      const { text, notice } = await exportFrom(() => body);
      expect(readCsv(text)).toEqual(table);
      expect(notice).toMatch(/^Your file of Phones: .* API host .* so the panel made/);
    },
  );

  it.each([404, 405, 413])(
    'that the host does not offer, or not of this size (%d), is made by the panel, and is no error',
    async (status) => {
      const before = remote.panel.output().length;
      const { text, notice } = await exportFrom(() => '<h1>Not here</h1>', phones, status);
      expect(readCsv(text)).toEqual(table);
      expect(notice).toBe('');
      expect(remote.panel.output().slice(before)).not.toMatch(/"level":(40|50)/);
      expect(remote.host.to('log/update')).toEqual([]);
      await expect.poll(entries).toHaveLength(1);
    },
  );

  it.each([
    ['refuses', 200, JSON.stringify(refusal('no', [{ user_password: 'secret' }]))],
    ['fails with status 500', 500, 'Number\n'],
    ['forbids the call', 403, ''],
  ])('shows an error, and makes no file, when the host %s', async (_, status, body) => {
    const { file, page } = await exportFrom(() => body, phones, status);
    expect(file.status).toBe(404);
    expect(page).toContain(FAILED);
    expect(remote.host.entries('Export')).toEqual([]);
  });

  it('of 10,000 rows is compared with the list, and passed on as the host made it', async () => {
    const { host, visitor } = remote;
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      id: at + 1,
      study_number: `000${at}`,
      phone_number: `+26097${at}`,
      residency: 'Lusaka, Matero; house 7',
    }));
    host.on('participant/list/1/0/na', () => envelope(rows));
    host.on('downloadJson', (call, response) => void response.end(hostFile(call)));
    const file = await exportFull(visitor, '/participants');
    const text = Buffer.from(await file.arrayBuffer()).toString();
    expect(text).toBe(BYTE_ORDER_MARK + hostFile(defined(host.to('downloadJson')[0])));
    expect(text).toContain('"Lusaka, Matero; house 7"');
  });
});

describe('an export of more than 10,000 rows', () => {
  it('is made by the panel alone, with one entry in the audit log', async () => {
    const { host, visitor } = remote;
    const colors = Array.from({ length: 10_001 }, (_, at) => ({
      color_id: at + 1,
      color_name: `00${at}; "grün"`,
    }));
    host.on('color/list', () => envelope(colors));
    const file = await visitor.request('/export/colors?cols=color_id,color_name', {
      method: 'POST',
    });
    const cells = readCsv(Buffer.from(await file.arrayBuffer()).toString());
    expect(cells).toHaveLength(10_002);
    expect(cells[10_001]).toEqual(['10001', '0010000; "grün"']);
    expect(host.to('downloadJson')).toEqual([]);
    await expect.poll(() => host.entries('Export')).toHaveLength(1);
    expect(host.entries('Export')[0]).toContain('Exported 10001 rows of Colors');
  });
});
