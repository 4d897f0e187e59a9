import { buildCodebook, codebookTitles, describeExportFile } from './describe-file';
import type { ExportContent } from './export-content';
import { getExpectedKind } from './profile';
import {
  cellStyles,
  escapeXml,
  MAX_CELL,
  toColumnLetters,
  writeCell,
  writeText,
} from './sheet-xml';
import { writeZip } from './write-zip.server';

/** The maximum number of rows of data in a sheet of Excel, below the heading. */
export const MAX_SHEET_ROWS = 1_048_575;
const SHEETS = ['Data', 'Codebook', 'Read me'] as const;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Writes an Excel workbook while the rows are read: the data with a frozen heading that has filters, the codebook, and
 * the readme.
 */
export function writeWorkbook(content: ExportContent): AsyncGenerator<Buffer> {
  let cut = 0;
  const countCut = (text: string) => {
    if (text.length > MAX_CELL) cut += 1;
  };
  return writeZip([
    ...Object.entries(staticParts).map(([name, text]) => ({
      name,
      write: () => [Buffer.from(XML + text)],
    })),
    { name: 'xl/worksheets/sheet1.xml', write: () => writeData(content, countCut) },
    { name: 'xl/worksheets/sheet2.xml', write: () => [writeCodebook(content)] },
    { name: 'xl/worksheets/sheet3.xml', write: () => [writeReadme(content, cut)] },
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

function writeCodebook({ explanations, readWritten }: ExportContent): Buffer {
  const rows = buildCodebook(readWritten().variables, explanations);
  return writeTable(codebookTitles, [34, 40, 40, 12, 34, 40, 60, 18, 10, 18], rows);
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

function writeTable(
  titles: readonly string[],
  widths: readonly number[],
  rows: readonly (readonly string[])[],
): Buffer {
  const lines = rows.map((cells, at) => {
    const written = cells.map((text, index) =>
      text === '' ? '' : writeText(`${toColumnLetters(index)}${at + 2}`, text),
    );
    return `<row r="${at + 2}">${written.join('')}</row>`;
  });
  const end = endSheet(titles.length, rows.length + 1);
  return Buffer.from(startSheet(titles, widths) + lines.join('') + end);
}

/** Returns the beginning of a sheet, whose first row stays in view. */
function startSheet(titles: readonly string[], widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const cells = titles.map((title, index) =>
    writeText(`${toColumnLetters(index)}1`, title, cellStyles.title),
  );
  return (
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`
  );
}

/** Returns the end of a sheet, with filters in its first row. */
function endSheet(columns: number, rows: number): string {
  const last = toColumnLetters(columns - 1);
  return `</sheetData><autoFilter ref="A1:${last}${rows}"/></worksheet>`;
}

/** The parts of the workbook that are always the same. */
const staticParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
    SHEETS.map(
      (_, index) =>
        `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
    ).join('') +
    '</Types>',
  '_rels/.rels':
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
    SHEETS.map(
      (name, index) =>
        `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
    ).join('') +
    '</sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    SHEETS.map(
      (_, index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
    ).join('') +
    `<Relationship Id="rId9" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
    '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">' +
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>',
};
