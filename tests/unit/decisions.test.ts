import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = 'docs/decisions';
const PARTS = ['Context', 'Decision', 'Alternatives', 'Consequences'];
const STATUS = /^(accepted|superseded by \d{4}|accepted; \d{4} replaces .+)$/;

const records = readdirSync(FOLDER)
  .filter((name) => /^\d{4}-/.test(name))
  .sort()
  .map((name) => ({ name, text: readFileSync(`${FOLDER}/${name}`, 'utf8') }));

/** Returns the parts of a record that are missing or do not have the required form. */
function findMissing({ name, text }: { name: string; text: string }): string[] {
  const [, number] = /^# (\d+)\. \S/.exec(text) ?? [];
  const [, status] = /^Date: \d{4}-\d\d-\d\d\. Status: (.+)\.$/m.exec(text) ?? [];
  return [
    ...(Number(number) === Number(name.slice(0, 4)) ? [] : ['title with the number']),
    ...(status && STATUS.test(status) ? [] : ['date and status']),
    ...PARTS.filter((part) => !new RegExp(`^\\*\\*${part}\\.\\*\\* \\S`, 'm').test(text)),
  ].map((part) => `${name}: ${part}`);
}

/** Returns the row of the index for a record. */
function buildRow({ name, text }: { name: string; text: string }): string {
  const [, title] = /^# \d+\. (.+)$/m.exec(text) ?? [];
  const [, status] = /Status: (.+)\.$/m.exec(text) ?? [];
  return `| [${name.slice(0, 4)}](${name}) | ${title} | ${status} |`;
}

describe('the records of decisions', () => {
  it('are at most 45', () => {
    expect(records.length).toBeGreaterThan(20);
    expect(records.length).toBeLessThanOrEqual(45);
  });

  it('have a title, a date, a status and their four parts', () => {
    expect(records.flatMap(findMissing)).toEqual([]);
  });

  it('are short', () => {
    const long = records.filter(({ text }) => {
      const lines = text.split('\n').filter((line) => line !== '');
      return lines.length > 18 || lines.some((line) => line.length > 118);
    });
    expect(long.map(({ name }) => name)).toEqual([]);
  });

  it('have unique numbers', () => {
    const numbers = records.map(({ name }) => name.slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it('are listed in the index with title and status', () => {
    const index = readFileSync(`${FOLDER}/README.md`, 'utf8').match(/^\| \[.+$/gm);
    expect(index).toEqual(records.map(buildRow));
  });
});
