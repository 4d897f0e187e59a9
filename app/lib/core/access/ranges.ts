/**
 * A number that stands for a record of an entity. It is the record's key if that is a plain number which identifies
 * nobody, or else the negative id of the record's entry in the table `access_key`.
 */
export type Ref = number;

/** Returns refs as text such as `3-12 15 #4`, without duplicates. `#4` stands for the ref -4. */
export function writeRanges(refs: Iterable<Ref>): string {
  const all = [...new Set(refs)];
  const numbers = sort(all.filter((ref) => ref >= 0));
  const keys = sort(all.filter((ref) => ref < 0).map((ref) => -ref));
  return [...joinRuns(numbers, ''), ...joinRuns(keys, '#')].join(' ');
}

function sort(numbers: number[]): number[] {
  return numbers.sort((a, b) => a - b);
}

function joinRuns(numbers: readonly number[], mark: string): string[] {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) =>
    first === last ? `${mark}${first}` : `${mark}${first}-${last}`,
  );
}

interface Run {
  isKey: boolean;
  first: number;
  last: number;
}

/** Reads a run such as `3-12` or `#4`. Returns undefined for any other text. */
function readRun(text: string): Run | undefined {
  const [, mark, first, last = first] = /^(#?)(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  return { isKey: mark === '#', first: Number(first), last: Number(last) };
}

/** Returns the refs of a text that `writeRanges` has written. */
export function readRanges(text: string): Ref[] {
  return text.split(' ').flatMap((written) => {
    const run = readRun(written);
    if (!run) return [];
    const { isKey, first, last } = run;
    return Array.from({ length: last - first + 1 }, (_, at) =>
      isKey ? -(first + at) : first + at,
    );
  });
}

/** Returns true if a text that `writeRanges` has written contains the ref. */
export function hasRef(text: string, ref: Ref): boolean {
  const number = Math.abs(ref);
  return text.split(' ').some((written) => {
    const run = readRun(written);
    return run && run.isKey === ref < 0 && run.first <= number && number <= run.last;
  });
}

/** Matches one record as the log writes it. A range is not read, because it could name any number of records. */
const ONE_RECORD = /^([a-z-]+) (#?)([1-9]\d{0,8})$/;

/** Reads a typed record, such as `Participant  12` or `phone #4`. Returns undefined for any other text. */
export function parseRecord(typed: string): { entity: string; ref: Ref } | undefined {
  const text = typed.trim().replace(/\s+/g, ' ').toLowerCase();
  const [, entity, mark, number] = ONE_RECORD.exec(text) ?? [];
  return entity === undefined ? undefined : { entity, ref: Number(number) * (mark ? -1 : 1) };
}

/** Returns the records of several entities as text, such as `phone #4 #7; participant 3-12`. */
export function writeRecords(records: ReadonlyMap<string, Iterable<Ref>>): string {
  return [...records].map(([entity, refs]) => `${entity} ${writeRanges(refs)}`).join('; ');
}

/** Returns the records of a text that `writeRecords` has written. */
export function parseRecords(text: string): Map<string, Ref[]> {
  return new Map(
    text
      .split('; ')
      .filter(Boolean)
      .map((part) => {
        const [entity = '', ...runs] = part.split(' ');
        return [entity, readRanges(runs.join(' '))] as const;
      }),
  );
}
