import { type ExportContent, makeContent } from '~/lib/export/export-content';
import { plainPrivacy } from '~/lib/export/privacy';
import type { ValueStyle, Variable } from '~/lib/export/variables';

/** The variables of the exports that tests write. */
export const testVariables: readonly Variable[] = [
  { name: 'id', kind: 'number', label: 'ID', isIdentifying: false, codes: [] },
  { name: 'note', kind: 'text', label: "Note, “in” 5' \\ $x `y`", isIdentifying: true, codes: [] },
  { name: 'born', kind: 'date', label: 'DOB', isIdentifying: true, codes: [] },
  { name: 'seen', kind: 'date-time', label: 'Seen', isIdentifying: false, codes: [] },
  {
    name: 'own_phone',
    kind: 'text',
    label: 'Own Phone',
    isIdentifying: false,
    codes: [
      { value: '1', label: 'Yes' },
      { value: '2', label: "No, don't" },
    ],
  },
].map(
  (variable) =>
    ({
      ...variable,
      field: `f_${variable.name}`,
      isDerived: variable.name === 'seen',
    }) as Variable,
);

export const testRows: readonly (readonly string[])[] = [
  ['1', '=1+1', '1990-01-31', '2026-03-05 14:30:05', '1'],
  ['2', 'Áine; "x",\r\nnext ', '', '2026-03-05 00:00:00', '2'],
  ['3', '', '2001-12-01', '', ''],
];

/** Returns the content of an export with these rows. */
export function makeTestContent(
  rows: AsyncIterable<string[][]> | Iterable<string[][]> = [testRows.map((row) => [...row])],
  style: ValueStyle = 'codes',
  variables: readonly Variable[] = testVariables,
): ExportContent {
  const facts = {
    exportId: 'a1b2c3d4e5f60718',
    list: 'Participants',
    title: 'Participants',
    username: 'mwansa',
    madeAt: '2026-03-05 14:31',
    timeZone: 'Africa/Lusaka',
    conditions: 'all rows',
    style,
    privacy: plainPrivacy,
  };
  const explanations = new Map([['f_own_phone', '=HYPERLINK("x")']]);
  return makeContent(facts, variables, explanations, toAsync(rows));
}

async function* toAsync(rows: AsyncIterable<string[][]> | Iterable<string[][]>) {
  yield* rows;
}

/** Returns all that a writer writes. */
export async function collect(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks);
}
