import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { entities, getEntity } from '~/lib/core/entities';
import { getAgeBand } from '~/lib/export/pseudonyms/age-band';
import { makePseudonyms } from '~/lib/export/pseudonyms/pseudonyms';
import { RootKey } from '../../shared/keys/key-ring';
import { readCsv } from '../support/csv-file';
import { demoPanel } from '../support/embedded';
import { everyCase } from '../support/full';
import { fullExport } from '../support/full-export';
import { TEST_KEY } from '../support/keys';
import {
  attack,
  countGroups,
  getChanceLimit,
  type Known,
  type Release,
  type ReleasedFile,
} from '../support/linkage-attack';
import { reportLinkage } from '../support/linkage-report';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();
const ZONE = 'Africa/Lusaka';
const others = ['follow-up', 'study-resource', 'study-follow-up', 'phone', 'sms-history'] as const;

let visitor: Visitor;
let people: Known[];
/** The pseudonym of the record of each person, which the attacker does not know. */
let truth: string[];
let release: Release;

/** Exports all columns of a list, as a pseudonymised file unless the fields say otherwise. */
async function exportAll(name: string, fields: Record<string, string> = {}): Promise<ReleasedFile> {
  const entity = entities.find((candidate) => candidate.name === name) ?? getEntity('participant');
  const { path, columns } = entity.list;
  const address = `/export-as${path}?cols=${columns.map(({ field }) => field).join()}`;
  const body = new URLSearchParams({ format: 'csv', style: 'codes', ...fields });
  const made = await visitor.request(address, { method: 'POST', body });
  const file = made.headers.get('location');
  expect([name, file]).toEqual([name, expect.stringMatching(/^\/exported\//)]);
  const read = () => visitor.request(`${file}/data`);
  let answer = await read();
  while (answer.status === 404) {
    await wait(500);
    answer = await read();
  }
  const [titles = [], ...rows] = readCsv(await answer.text());
  return { name, titles, rows };
}

beforeAll(async () => {
  visitor = await demo.signedIn();
  const statement =
    'select id, study_number, phone_number, birthday, residency, assessment_date from participant order by id';
  const stored = (await demo.sql(statement)) as Record<string, string | null>[];
  const named = (await demo.sql('select phone_number, phone_name from phone')) as {
    phone_number: string;
    phone_name: string;
  }[];
  const names = new Map(named.map((row) => [row.phone_number, row.phone_name]));
  people = stored.map((row) => ({
    name: names.get(row.phone_number ?? '') ?? '',
    studyNumber: row.study_number ?? '',
    phone: row.phone_number ?? '',
    birthday: row.birthday ?? '',
    residency: row.residency ?? '',
    ageBand: getAgeBand(row.birthday, row.assessment_date, ZONE),
  }));
  const pseudonyms = makePseudonyms(new RootKey(TEST_KEY));
  truth = stored.map(({ id }) => pseudonyms.getRecord('participant', String(id)));
  const files: ReleasedFile[] = [];
  for (const name of others) files.push(await exportAll(name));
  release = {
    participants: await exportAll('participant'),
    others: files,
    person: [
      'study_number',
      'sresource_whatsapp',
      'sfollow_whatsapp',
      'phone_number',
      'sms_history_number',
    ],
    ageBand: 'birthday',
  };
});

/** Returns the way that finds the most people, and the limit that guessing does not reach. */
function findBest(target: Release) {
  const at = target.participants.titles.indexOf('id');
  const found = [...attack(people, target)].map(({ way, rows }) => ({
    way,
    correct: rows.filter(
      (row, index) => row !== undefined && target.participants.rows[row]?.[at] === truth[index],
    ).length,
  }));
  const best = found.reduce((a, b) => (b.correct > a.correct ? b : a));
  const groups = countGroups(people.map(({ ageBand }) => ageBand)).size;
  return { ...best, ways: found.length, limit: getChanceLimit(groups, found.length) };
}

/** Returns the file with its rows in the order of the study. */
function inStoredOrder(file: ReleasedFile): ReleasedFile {
  const at = file.titles.indexOf('id');
  const places = new Map(truth.map((id, index) => [id, index]));
  const place = (row: readonly string[]) => places.get(row[at] ?? '') ?? 0;
  return { ...file, rows: file.rows.toSorted((a, b) => place(a) - place(b)) };
}

describe('an attacker who knows names, study numbers, phones, birthdays and residencies', () => {
  if (everyCase)
    it('finds nearly everybody in a full file, and in one whose rows are in the order of the study', async () => {
      const full = await exportAll('participant', fullExport);
      const at = full.titles.indexOf('id');
      const pseudonyms = makePseudonyms(new RootKey(TEST_KEY));
      const rows = full.rows.map((row) =>
        row.map((cell, index) => (index === at ? pseudonyms.getRecord('participant', cell) : cell)),
      );
      const inFull = findBest({ ...release, participants: { ...full, rows } });
      expect(inFull.correct).toBeGreaterThan(people.length * 0.9);
      const ordered = { ...release, participants: inStoredOrder(release.participants) };
      expect(findBest(ordered).correct).toBeGreaterThan(people.length * 0.9);
    });

  it('finds in pseudonymised files no more people than by guessing within an age band', () => {
    const { way, correct, ways, limit } = findBest(release);
    expect(ways).toBeGreaterThan(1_000);
    expect([way, correct < limit]).toEqual([way, true]);
    console.info(`best of ${ways} ways: ${way}, ${correct} of ${people.length}, below ${limit}`);
  });

  it('cannot read any known value in any of the files', () => {
    const files = [release.participants, ...release.others];
    const cells = new Set(files.flatMap(({ rows }) => rows.flat()));
    const known = people.flatMap((person) => [person.studyNumber, person.phone, person.birthday]);
    // A shifted date may be the birthday of somebody else by chance.
    const isDate = /^\d{4}-\d{2}-\d{2}$/;
    expect(known.filter((value) => value && !isDate.test(value) && cells.has(value))).toEqual([]);
  });
});

it('the report says how well answers and intervals between dates tell participants apart', () => {
  const [followUps] = release.others;
  const report = reportLinkage(people, release.participants, followUps ?? release.participants);
  for (const { knowledge, groups, smallest, alone } of report)
    console.info(
      `${knowledge}: ${groups} groups, smallest ${smallest}, alone ${(alone * 100).toFixed(1)} %`,
    );
  const find = (start: string) => report.find(({ knowledge }) => knowledge.startsWith(start));
  expect(find('age band and all')?.alone).toBeGreaterThan(0.9);
  expect(report[0]?.alone).toBeLessThan(0.01);
});
