import { MAX_CELL, toColumnLetters } from '../core/sheets/sheet-xml';
import { endSheet, startSheet, writeSheets, writeTable } from '../core/sheets/write-sheets.server';
import { buildCodebook, codebookTitles, describeExportFile } from './describe-file';
import type { ExportContent } from './export-content';
import { getExpectedKind } from './profile';
import { writeCell } from './write-cell';

/** The maximum number of rows of data in a sheet of Excel, below the heading. */
export const MAX_SHEET_ROWS = 1_048_575;

/**
 * Writes an Excel workbook while the rows are read: the data with a frozen heading that has filters, the codebook,
 * and the readme.
 */
export function writeWorkbook(content: ExportContent): AsyncGenerator<Buffer> {
  let cut = 0;
  const countCut = (text: string) => {
    if (text.length > MAX_CELL) cut += 1;
  };
  return writeSheets([
    { name: 'Data', write: () => writeData(content, countCut) },
    { name: 'Codebook', write: () => [writeCodebook(content)] },
    { name: 'Read me', write: () => [writeReadme(content, cut)] },
  ]);
}

async function* writeData(
  { facts, variables, parts }: ExportContent,
  countCut: (text: string) => void,
): AsyncGenerator<Buffer> {
  const titles = variables.map(({ name }) => name);
  const columns = variables.map((variable, index) => ({
    letters: toColumnLetters(index),
    kind: getExpectedKind(variable, facts.style),
  }));
  const widths = titles.map((title) => Math.max(12, title.length + 4));
  yield Buffer.from(startSheet(titles, widths));
  let number = 1;
  for await (const { rows } of parts) {
    const lines = rows.map((cells) => {
      number += 1;
      const written = columns.map(({ letters, kind }, index) => {
        const text = cells[index] ?? '';
        countCut(text);
        return writeCell(`${letters}${number}`, kind, text);
      });
      return `<row r="${number}">${written.join('')}</row>`;
    });
    yield Buffer.from(lines.join(''));
  }
  yield Buffer.from(endSheet(titles.length, number));
}

function writeCodebook({ facts, explanations, readWritten }: ExportContent): Buffer {
  const rows = buildCodebook(readWritten().variables, explanations, facts.privacy);
  return writeTable(codebookTitles, [34, 40, 40, 12, 34, 40, 60, 18, 10, 50, 18], rows);
}

function writeReadme({ facts, readWritten }: ExportContent, cut: number): Buffer {
  const notes =
    cut > 0
      ? [`Texts that were cut after ${MAX_CELL.toLocaleString('en')} characters: ${cut}`]
      : [];
  return writeTable(
    ['item', 'content'],
    [26, 100],
    describeExportFile(facts, readWritten(), notes),
  );
}
