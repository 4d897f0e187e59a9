import { type Known, measureGroups, type ReleasedFile } from './linkage-attack';

const DATE = /^\d{4}-\d{2}-\d{2}/;

/** Returns lines that say how well further knowledge would tell participants apart in pseudonymised files. */
export function reportLinkage(
  people: readonly Known[],
  participants: ReleasedFile,
  followUps: ReleasedFile,
): { knowledge: string; groups: number; smallest: number; alone: number }[] {
  const read = (file: ReleasedFile, row: readonly string[], title: string) =>
    row[file.titles.indexOf(title)] ?? '';
  const { titles, rows } = participants;
  const band = (row: readonly string[]) => read(participants, row, 'birthday');
  const isDate = titles.map((_, at) => rows.some((row) => DATE.test(row[at] ?? '')));
  const pseudonyms = ['id', 'study_number', 'birthday'];
  const answers = titles.flatMap((title, at) =>
    isDate[at] || pseudonyms.includes(title) ? [] : [at],
  );
  const varied = answers
    .map((at) => ({ at, kinds: new Set(rows.map((row) => row[at])).size }))
    .filter(({ kinds }) => kinds > 1)
    .map(({ at }) => at);
  const intervals = (row: readonly string[]) => {
    const start = Date.parse(read(participants, row, 'assessment_date').slice(0, 10));
    return row
      .filter((_, at) => isDate[at])
      .map((text) => (DATE.test(text) ? (Date.parse(text.slice(0, 10)) - start) / 86_400_000 : ''));
  };
  const checkIns = new Map<string, number[]>();
  for (const row of followUps.rows) {
    const name = read(followUps, row, 'study_number');
    const day = Date.parse(read(followUps, row, 'next_checkin_date').slice(0, 10));
    if (Number.isNaN(day)) continue;
    checkIns.set(name, [...(checkIns.get(name) ?? []), day / 86_400_000]);
  }
  const between = (row: readonly string[]) => {
    const days = (checkIns.get(read(participants, row, 'study_number')) ?? []).toSorted(
      (a, b) => a - b,
    );
    return days.slice(1).map((day, at) => day - (days[at] ?? 0));
  };
  const first = (count: number) => (row: readonly string[]) =>
    varied.slice(0, count).map((at) => row[at]);
  const measure = (knowledge: string, values: readonly unknown[]) => ({
    knowledge,
    ...measureGroups(values.map((value) => JSON.stringify(value))),
  });
  const byRow = (knowledge: string, getValue: (row: readonly string[]) => unknown) =>
    measure(
      knowledge,
      rows.map((row) => [band(row), getValue(row)]),
    );
  return [
    byRow('age band', () => ''),
    measure(
      'age band and residency, if the file had the residency',
      people.map(({ ageBand, residency }) => [ageBand, residency]),
    ),
    ...[5, 10, 20].map((count) => byRow(`age band and ${count} answers`, first(count))),
    byRow(`age band and all ${varied.length} answers`, first(varied.length)),
    byRow('age band and the interval from the assessment to the next follow-up', (row) => {
      const next = Date.parse(read(participants, row, 'next_date').slice(0, 10));
      return next - Date.parse(read(participants, row, 'assessment_date').slice(0, 10));
    }),
    byRow('age band and all intervals between dates of the participant’s record', intervals),
    byRow(
      'age band and the number of follow-ups',
      (row) => checkIns.get(read(participants, row, 'study_number'))?.length ?? 0,
    ),
    byRow('age band and the intervals between check-ins of follow-ups', between),
  ];
}
