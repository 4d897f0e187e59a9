import { createHash } from 'node:crypto';
import { toCsvCell, writeCsvLines } from './csv-rows';
import type { ExportFacts, WrittenRows } from './describe-file';
import { makeProfile } from './profile';
import type { Variable } from './variables';

/** The content of a file for analysis. */
export interface ExportContent {
  facts: ExportFacts;
  variables: readonly Variable[];
  /** The explanations of the Data Dictionary, by the name of the field. */
  explanations: ReadonlyMap<string, string>;
  /** The rows in parts. Can be read once. */
  parts: AsyncIterable<ExportPart>;
  /** Returns the facts about the rows. Must be called after all parts have been read. */
  readWritten(): WrittenRows;
}

interface ExportPart {
  /** The cells of the rows, in the order of the variables. */
  rows: string[][];
  /** The same rows as lines of a CSV file. */
  csv: string;
}

/**
 * Returns the content of a file, with a digest and a profile that are computed while the rows are read. `toCell`
 * returns a value as the lines of the CSV file contain it.
 */
export function makeContent(
  facts: ExportFacts,
  variables: readonly Variable[],
  explanations: ReadonlyMap<string, string>,
  rows: AsyncIterable<string[][]>,
  toCell: (text: string) => string = toCsvCell,
): ExportContent {
  const profile = makeProfile(variables, facts.style);
  const hash = createHash('sha256');
  let count = 0;
  async function* readParts() {
    for await (const part of rows) {
      const lines = part.map((cells) => cells.map(toCell));
      for (const cells of lines) profile.add(cells);
      const csv = writeCsvLines(lines);
      hash.update(csv);
      count += part.length;
      yield { rows: part, csv };
    }
  }
  let written: WrittenRows | undefined;
  return {
    facts,
    variables,
    explanations,
    parts: readParts(),
    readWritten: () =>
      (written ??= { rows: count, sha256: hash.digest('hex'), variables: profile.read() }),
  };
}
