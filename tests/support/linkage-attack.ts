import { createHash } from 'node:crypto';

/** The knowledge of an attacker about a participant. */
export interface Known {
  name: string;
  studyNumber: string;
  phone: string;
  birthday: string;
  residency: string;
  /** The age band in the file. It follows from the birthday for an attacker who guesses the day of the assessment. */
  ageBand: string;
}

/** An exported file, with its rows in their order. */
export interface ReleasedFile {
  name: string;
  titles: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A file of participants and further files, and the columns with the pseudonym of the person in each. */
export interface Release {
  participants: ReleasedFile;
  others: readonly ReleasedFile[];
  /** The titles of the columns that hold the person. */
  person: readonly string[];
  ageBand: string;
}

/** A way to match people with rows of the file of participants. Returns the index of a row for each person. */
interface Guess {
  way: string;
  rows: readonly (number | undefined)[];
}

type Order = { way: string; values: readonly string[] };

/**
 * Tries to find the row of each known person in the file of participants: by values that are in a cell as they are,
 * by digests that need no key, and by assuming that a known attribute and a feature of the rows have the same order
 * within an age band. Features are the order of the rows, each column, the length of the row, and for each other file
 * the number of the person's rows, the place of the first one, and each column in it. Yields one guess for each way.
 */
export function* attack(people: readonly Known[], release: Release): Generator<Guess> {
  yield* matchValues(people, release);
  const attributes = listAttributes(people);
  const features = listFeatures(release);
  const column = release.participants.titles.indexOf(release.ageBand);
  const bands = release.participants.rows.map((row) => row[column] ?? '');
  const known = attributes.map((order) =>
    rankWithin(
      order,
      people.map(({ ageBand }) => ageBand),
    ),
  );
  for (const feature of features) {
    const ranked = rankWithin(feature, bands);
    for (const attribute of known)
      for (const isReversed of [false, true])
        yield {
          way: `${attribute.way} as ${isReversed ? 'reversed ' : ''}${feature.way}`,
          rows: matchRanks(attribute, ranked, isReversed),
        };
  }
}

/** Returns the row whose cells contain a known value, or a digest of it, if there is exactly one way to read it. */
function* matchValues(people: readonly Known[], { participants }: Release): Generator<Guess> {
  const { titles, rows } = participants;
  for (const [at, title] of titles.entries()) {
    const places = new Map<string, number>();
    for (const [index, row] of rows.entries()) places.set(row[at] ?? '', index);
    for (const attribute of ['name', 'studyNumber', 'phone', 'birthday', 'residency'] as const)
      for (const [how, convert] of Object.entries(conversions))
        yield {
          way: `${how} of ${attribute} in ${title}`,
          rows: people.map((person) => {
            const value = person[attribute];
            return value ? places.get(convert(value)) : undefined;
          }),
        };
  }
}

const digest = (algorithm: string, text: string) =>
  createHash(algorithm).update(text).digest('hex').slice(0, 16);

/** The ways to make a pseudonym that need no key. */
const conversions: Readonly<Record<string, (text: string) => string>> = {
  text: (text) => text,
  ...Object.fromEntries(
    ['md5', 'sha1', 'sha256'].map((algorithm) => [
      algorithm,
      (text: string) => `p${digest(algorithm, text)}`,
    ]),
  ),
  'sha256 with a prefix': (text) =>
    `p${digest('sha256', JSON.stringify([`study number ${text}`]))}`,
};

/** Returns the known attributes, as they are, by their lengths and by their digests. */
function listAttributes(people: readonly Known[]): Order[] {
  const names = ['name', 'studyNumber', 'phone', 'birthday', 'residency'] as const;
  return names.flatMap((name) => {
    const values = people.map((person) => person[name]);
    return [
      { way: name, values },
      { way: `length of ${name}`, values: values.map((value) => toOrder(value.length)) },
      { way: `end of ${name}`, values: values.map((value) => value.slice(-3)) },
      { way: `digest of ${name}`, values: values.map((value) => digest('sha256', value)) },
    ];
  });
}

const toOrder = (number: number) => String(number).padStart(8, '0');

function listFeatures({ participants, others, person }: Release): Order[] {
  const { titles, rows } = participants;
  const at = titles.findIndex((title) => person.includes(title));
  const own = titles.map((title, index) => ({
    way: title,
    values: rows.map((row) => row[index] ?? ''),
  }));
  const more = others.flatMap((file): Order[] => {
    const column = file.titles.findIndex((title) => person.includes(title));
    const found = new Map<string, number[]>();
    for (const [index, row] of file.rows.entries()) {
      const name = row[column] ?? '';
      const places = found.get(name) ?? [];
      places.push(index);
      found.set(name, places);
    }
    const places = rows.map((row) => found.get(row[at] ?? '') ?? []);
    const first = places.map(([index]) => (index === undefined ? undefined : file.rows[index]));
    return [
      {
        way: `number of rows in ${file.name}`,
        values: places.map(({ length }) => toOrder(length)),
      },
      {
        way: `place in ${file.name}`,
        values: places.map(([index]) => toOrder(index ?? 99_999_999)),
      },
      ...file.titles.map((title, index) => ({
        way: `${title} in ${file.name}`,
        values: first.map((row) => row?.[index] ?? ''),
      })),
    ];
  });
  return [
    { way: 'order of the rows', values: rows.map((_, index) => toOrder(index)) },
    { way: 'length of the row', values: rows.map((row) => toOrder(row.join().length)) },
    ...own,
    ...more,
  ];
}

interface Ranked {
  way: string;
  /** The indexes in the order of the values, for each group. */
  groups: ReadonlyMap<string, readonly number[]>;
}

/** Sorts indexes by their values within groups. Equal values stay in their order. */
function rankWithin({ way, values }: Order, groupOf: readonly string[]): Ranked {
  const groups = new Map<string, number[]>();
  for (const [index, group] of groupOf.entries()) {
    const members = groups.get(group) ?? [];
    members.push(index);
    groups.set(group, members);
  }
  const compare = (a = '', b = '') => (a < b ? -1 : a > b ? 1 : 0);
  for (const members of groups.values())
    members.sort((a, b) => compare(values[a], values[b]) || a - b);
  return { way, groups };
}

/** Matches the person of each rank in a group with the row of this rank in the same group. */
function matchRanks(people: Ranked, rows: Ranked, isReversed: boolean): (number | undefined)[] {
  const matched: (number | undefined)[] = [];
  for (const [group, members] of people.groups) {
    const candidates = rows.groups.get(group) ?? [];
    for (const [rank, person] of members.entries())
      matched[person] = candidates[isReversed ? candidates.length - 1 - rank : rank];
  }
  return matched;
}

/** Returns the number of people of each group. */
export function countGroups(groupOf: readonly string[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const group of groupOf) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return sizes;
}

/**
 * Returns the number of correct matches that none of `ways` random guesses reaches, except with a probability of one
 * in a million. A random match of the people of a group with its rows is correct for one person on average, however
 * large the group is, and the number of correct ones is then nearly a Poisson variable (the matching problem of
 * Montmort).
 */
export function getChanceLimit(groups: number, ways: number): number {
  const allowed = 1e-6 / ways;
  let probability = Math.exp(-groups);
  let below = probability;
  let count = 0;
  while (1 - below > allowed && count < 10 * groups + 100) {
    count += 1;
    probability *= groups / count;
    below += probability;
  }
  return count + 1;
}

/** Returns the size of the smallest group, and the share of people who are alone in their group. */
export function measureGroups(groupOf: readonly string[]) {
  const sizes = countGroups(groupOf);
  const alone = groupOf.filter((group) => sizes.get(group) === 1).length;
  return {
    groups: sizes.size,
    smallest: Math.min(...sizes.values()),
    alone: alone / groupOf.length,
  };
}
